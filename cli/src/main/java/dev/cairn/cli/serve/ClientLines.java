package dev.cairn.cli.serve;

/**
 * What to paste into engines so that they use the server.
 *
 * @param uri the address of the REST API
 * @param warehouse the warehouse to use
 */
record ClientLines(String uri, String warehouse) {
  private static final String ICEBERG = "1.12.0";

  /** All of them, with headings. */
  String text() {
    return String.join(
        "\n",
        "Spark SQL",
        indented(spark()),
        "Flink SQL",
        indented(flink()),
        "Trino, in etc/catalog/cairn.properties",
        indented(trino()),
        "PyIceberg",
        indented(python()),
        "DuckDB",
        indented(duckdb()),
        "curl",
        indented(curl()));
  }

  private static String indented(String lines) {
    return lines.indent(2);
  }

  String spark() {
    return """
        spark-sql --packages org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:%1$s \\
          --conf spark.sql.catalog.cairn=org.apache.iceberg.spark.SparkCatalog \\
          --conf spark.sql.catalog.cairn.type=rest \\
          --conf spark.sql.catalog.cairn.uri=%2$s \\
          --conf spark.sql.catalog.cairn.warehouse=%3$s"""
        .formatted(ICEBERG, uri, shell(warehouse));
  }

  String flink() {
    return "CREATE CATALOG cairn WITH ('type'='iceberg', 'catalog-type'='rest', 'uri'='%s', 'warehouse'='%s');"
        .formatted(uri, sql(warehouse));
  }

  String trino() {
    return """
        connector.name=iceberg
        iceberg.catalog.type=rest
        iceberg.rest-catalog.uri=%s
        iceberg.rest-catalog.warehouse=%s
        fs.hadoop.enabled=true"""
        .formatted(uri, warehouse);
  }

  String python() {
    return """
        from pyiceberg.catalog import load_catalog
        catalog = load_catalog("cairn", type="rest", uri="%s", warehouse="%s")"""
        .formatted(uri, warehouse.replace("\\", "\\\\").replace("\"", "\\\""));
  }

  String duckdb() {
    return """
        INSTALL iceberg; LOAD iceberg;
        ATTACH '%s' AS cairn (TYPE iceberg, ENDPOINT '%s', AUTHORIZATION_TYPE 'none');"""
        .formatted(sql(warehouse), uri);
  }

  String curl() {
    return "curl -G --data-urlencode %s %s/v1/config"
        .formatted(shell("warehouse=" + warehouse), uri);
  }

  private static String sql(String text) {
    return text.replace("'", "''");
  }

  /** Quoted if a shell would read more into it. */
  private static String shell(String text) {
    return text.matches("[\\w./:=@%+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
