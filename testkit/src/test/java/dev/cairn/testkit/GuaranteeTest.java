package dev.cairn.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuaranteeTest {
  @ParameterizedTest
  @CsvSource({
    "swapReplacesEveryField, swap replaces every field",
    "aCommitIsDoneOrNot, a commit is done or not",
    "oneOfManyInsertsOfAnObjectWins, one of many inserts of an object wins"
  })
  void nameOfATestIsReadAsASentence(String name, String words) {
    assertEquals(words, Guarantee.words(name));
  }
}
