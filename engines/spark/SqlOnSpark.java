import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs SQL in Spark: each line of standard input is a statement, each line of standard output what
 * became of it. Arguments are Spark's settings as {@code key=value}.
 *
 * <p>An answer is {@code rows} and the rows, each after a tab, with their values separated by
 * {@code |}; or {@code error}, a tab and the exception. What Spark prints goes to standard error.
 */
public final class SqlOnSpark {
  private SqlOnSpark() {}

  public static void main(String[] settings) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    SparkSession.Builder builder = SparkSession.builder();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      builder.config(parts[0], parts[1]);
    }
    BufferedReader statements =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (SparkSession spark = builder.getOrCreate()) {
      for (String each = statements.readLine(); each != null; each = statements.readLine()) {
        answers.println(answer(spark, each));
      }
    }
  }

  private static String answer(SparkSession spark, String statement) {
    try {
      return spark.sql(statement).collectAsList().stream()
          .map(row -> "\t" + values(row))
          .collect(Collectors.joining("", "rows", ""));
    } catch (Exception e) {
      e.printStackTrace();
      return "error\t" + e.toString().replaceAll("\\s+", " ");
    }
  }

  private static String values(Row row) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> String.valueOf(row.get(i)))
        .collect(Collectors.joining("|"));
  }
}
