package dev.cairn.backend.mongodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions of collections and indexes, also ones that the stand-in cannot have. */
class InspectionTest {
  private static final String ID = "{v: 2, key: {_id: 1}, name: '_id_'}";
  private static final Optional<String> EXPIRY = Optional.of("removeAfter");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{name: 'objects', type: 'collection', options: {}}",
        "{name: 'objects'}",
        "{name: 'objects', type: 'collection', options: {capped: false}}",
        "{name: 'objects', type: 'collection', options: {collation: {locale: 'simple'}}}",
        "{name: 'objects', type: 'collection', options: {validator: {}, comment: 'x'}}"
      })
  void collectionThatKeepsEveryRowApartIsFine(String collection) {
    assertEquals(
        Optional.empty(), CollectionInspection.ofCollection(BsonDocument.parse(collection)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "is a view | {name: 'objects', type: 'view', options: {viewOn: 'x'}}",
        "is a timeseries | {name: 'objects', type: 'timeseries', options: {timeseries: {}}}",
        "is capped | {name: 'objects', type: 'collection', options: {capped: true, size: 1}}",
        "collation | {name: 'objects', type: 'collection', options: {collation: {locale: 'en'}}}"
      })
  void collectionThatLosesOrMixesUpRowsIsRefused(String problem, String collection) {
    String found = CollectionInspection.ofCollection(BsonDocument.parse(collection)).orElseThrow();
    assertTrue(found.contains(problem), found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3600", "{$numberLong: '3600'}", "3600.0"})
  void numbersOfAllTypesAreTheSame(String seconds) {
    String index = "{key: {removeAfter: 1.0}, name: 'any', expireAfterSeconds: " + seconds + "}";
    assertEquals(Optional.empty(), CollectionInspection.ofIndexes(indexes(ID, index), EXPIRY));
  }

  @Test
  void indexesThatOnlyMakeReadsFasterMayStay() {
    String index = "{key: {version: 1}, name: 'version_1', unique: false}";
    assertEquals(
        Optional.empty(), CollectionInspection.ofIndexes(indexes(ID, index), Optional.empty()));
    assertEquals(
        Optional.empty(),
        CollectionInspection.ofIndexes(
            indexes("{key: {_id: 1}, name: '_id_', unique: true}"), Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "instead of 3600 | {key: {removeAfter: 1}, name: 'i', expireAfterSeconds: 0}",
        "instead of 3600 | {key: {removeAfter: 1}, name: 'i'}",
        "no index on | {key: {removeAfter: -1}, name: 'i'}",
        "no index on | {key: {removeAfter: 'hashed'}, name: 'i'}",
        "no index on | {key: {removeAfter: 1, version: 1}, name: 'i'}",
        "must stay | {key: {createdMicros: 1}, name: 'i', expireAfterSeconds: 3600}",
        "unique index i | {key: {value: 1}, name: 'i', unique: true}",
        "unique index i | {key: {_id: 1, value: 1}, name: 'i', unique: true}"
      })
  void indexThatRemovesTooMuchOrNothingOrRefusesRowsIsRefused(String problem, String index) {
    String found = CollectionInspection.ofIndexes(indexes(ID, index), EXPIRY).orElseThrow();
    assertTrue(found.contains(problem), found);
  }

  @Test
  void noIndexMayRemoveReferences() {
    String index = "{key: {removeAfter: 1}, name: 'i', expireAfterSeconds: 3600}";
    assertTrue(CollectionInspection.ofIndexes(indexes(ID, index), Optional.empty()).isPresent());
  }

  private static List<BsonDocument> indexes(String... indexes) {
    return Stream.of(indexes).map(BsonDocument::parse).toList();
  }
}
