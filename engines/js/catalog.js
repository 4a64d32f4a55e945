// What users of iceberg-js do, against the server and the warehouse that the arguments name.
import assert from 'node:assert/strict'
import { IcebergError, IcebergRestCatalog, getCurrentSchema } from 'iceberg-js'

const [baseUrl, warehouse] = process.argv.slice(2)

// Repeats each mutation whose answer it drops, under the same key, as a browser behind a bad network would.
let dropped = 0
async function lossyFetch(url, options = {}) {
  const answer = await fetch(url, options)
  if (options.method !== 'GET' && options.method !== 'HEAD' && new Headers(options.headers).has('Idempotency-Key')) {
    dropped++
    await answer.arrayBuffer()
    const again = await fetch(url, options)
    assert.equal(again.status, answer.status, `${options.method} ${url}`)
    return again
  }
  return answer
}

async function refused(promise, status, type) {
  const error = await promise.then(
    () => assert.fail(`expected ${status} ${type}`),
    (e) => e
  )
  assert.ok(error instanceof IcebergError, error)
  assert.equal(error.status, status)
  assert.equal(error.icebergType, type)
}

const schema = {
  type: 'struct',
  'schema-id': 0,
  'identifier-field-ids': [1],
  fields: [
    { id: 1, name: 'id', type: 'long', required: true },
    { id: 2, name: 'text', type: 'string', required: false },
  ],
}

async function namespaces(catalog, root) {
  await catalog.createNamespace({ namespace: [root] }, { properties: { owner: 'tests' } })
  await catalog.createNamespace({ namespace: [root, 'größe.1/2'] })
  await refused(catalog.createNamespace({ namespace: [root] }), 409, 'AlreadyExistsException')
  assert.equal(await catalog.createNamespaceIfNotExists({ namespace: [root] }), undefined)
  assert.equal(await catalog.namespaceExists({ namespace: [root] }), true)
  assert.equal(await catalog.namespaceExists({ namespace: ['missing'] }), false)
  const children = await catalog.listNamespaces({ parent: { namespace: [root] } })
  assert.deepEqual(children.namespaces, [{ namespace: [root, 'größe.1/2'] }])
  const changed = await catalog.updateNamespaceProperties(
    { namespace: [root] },
    { updates: { purpose: 'engines' }, removals: ['owner', 'missing'] }
  )
  assert.deepEqual(changed, { updated: ['purpose'], removed: ['owner'], missing: ['missing'] })
  const { properties } = await catalog.loadNamespaceMetadata({ namespace: [root] })
  assert.equal(properties.purpose, 'engines')
  await refused(catalog.dropNamespace({ namespace: [root] }), 409, 'NamespaceNotEmptyException')
  await catalog.dropNamespace({ namespace: [root, 'größe.1/2'] })
}

async function tables(catalog, root) {
  const namespace = [root]
  const table = { namespace, name: 'a table/%' }
  const created = await catalog.createTableResult(
    { namespace },
    { name: table.name, schema, properties: { 'write.format.default': 'parquet' } }
  )
  assert.ok(created.etag)
  await refused(catalog.createTable({ namespace }, { name: table.name, schema }), 409, 'AlreadyExistsException')
  assert.equal(await catalog.tableExists(table), true)
  assert.equal(await catalog.loadTable(table, { ifNoneMatch: created.etag }), null)

  const committed = await catalog.updateTable(table, {
    requirements: [{ type: 'assert-table-uuid', uuid: created.metadata['table-uuid'] }],
    updates: [
      { action: 'set-properties', updates: { changed: 'yes' } },
      {
        action: 'add-schema',
        schema: { ...schema, fields: [...schema.fields, { id: 3, name: 'more', type: 'double', required: false }] },
        'last-column-id': 3,
      },
      { action: 'set-current-schema', 'schema-id': -1 },
    ],
  })
  assert.equal(committed.metadata.properties.changed, 'yes')
  const loaded = await catalog.loadTableResult(table, { snapshots: 'refs' })
  assert.notEqual(loaded.etag, created.etag)
  assert.deepEqual(
    getCurrentSchema(loaded.metadata).fields.map((each) => each.name),
    ['id', 'text', 'more']
  )
  await refused(
    catalog.commitTable(table, {
      requirements: [{ type: 'assert-current-schema-id', 'current-schema-id': 0 }],
      updates: [{ action: 'set-properties', updates: { lost: 'yes' } }],
    }),
    409,
    'CommitFailedException'
  )

  const renamed = { namespace, name: 'renamed' }
  await catalog.renameTable({ source: table, destination: renamed })
  await refused(catalog.loadTable(table), 404, 'NoSuchTableException')
  for (let i = 0; i < 5; i++) {
    await catalog.createTableIfNotExists({ namespace }, { name: `t${i}`, schema })
    await catalog.createTableIfNotExists({ namespace }, { name: `t${i}`, schema })
  }
  assert.equal((await catalog.listTables({ namespace })).identifiers.length, 6)
  const names = []
  // Without a token everything comes at once, as the specification requires; an empty one asks for pages.
  let pageToken = ''
  do {
    const page = await catalog.listTables({ namespace }, { pageSize: 2, pageToken })
    assert.ok(page.identifiers.length <= 2)
    names.push(...page.identifiers.map((each) => each.name))
    pageToken = page.nextPageToken
  } while (pageToken)
  assert.deepEqual(names.sort(), ['renamed', 't0', 't1', 't2', 't3', 't4'])
  for (const name of names) {
    await catalog.dropTable({ namespace, name }, { purge: true })
  }
  await refused(catalog.dropTable(renamed), 404, 'NoSuchTableException')
  await catalog.dropNamespace({ namespace })
}

// Changes of several clients to one table: each is refused or applied once.
async function together(catalog, root) {
  const namespace = [root]
  const table = { namespace, name: 'shared' }
  await catalog.createNamespace({ namespace })
  await catalog.createTable({ namespace }, { name: table.name, schema })
  const updates = Array.from({ length: 20 }, (_, i) =>
    catalog.updateTable(table, {
      requirements: [],
      updates: [{ action: 'set-properties', updates: { [`p${i}`]: `${i}` } }],
    })
  )
  await Promise.all(updates)
  const { properties } = await catalog.loadTable(table)
  for (let i = 0; i < 20; i++) {
    assert.equal(properties[`p${i}`], `${i}`)
  }
  await catalog.dropTable(table)
  await catalog.dropNamespace({ namespace })
}

for (const [root, ownFetch] of [['plain', fetch], ['lossy', lossyFetch]]) {
  const catalog = new IcebergRestCatalog({ baseUrl, warehouse, fetch: ownFetch })
  const config = await catalog.loadConfig()
  assert.ok(config.endpoints.includes('POST /v1/{prefix}/namespaces'), config.endpoints)
  await namespaces(catalog, root)
  await tables(catalog, root)
  await together(catalog, root)
  assert.deepEqual((await catalog.listNamespaces()).namespaces, [])
}
assert.ok(dropped > 30, `${dropped} answers were dropped`)
await refused(
  new IcebergRestCatalog({ baseUrl, warehouse: 'missing' }).loadConfig(),
  404,
  'NoSuchWarehouseException'
)
