import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * Runs SQL in Flink, as batches: each line of standard input is a statement, each line of standard
 * output what became of it. Arguments are Flink's settings as {@code key=value}.
 *
 * <p>An answer is {@code rows} and the rows, each after a tab, with their values separated by
 * {@code |}; or {@code error}, a tab and the exception. What Flink prints goes to standard error.
 */
public final class SqlOnFlink {
  private SqlOnFlink() {}

  public static void main(String[] settings) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    Configuration configuration = new Configuration();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      configuration.setString(parts[0], parts[1]);
    }
    TableEnvironment flink =
        TableEnvironment.create(
            EnvironmentSettings.newInstance()
                .inBatchMode()
                .withConfiguration(configuration)
                .build());
    BufferedReader statements =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String each = statements.readLine(); each != null; each = statements.readLine()) {
      answers.println(answer(flink, each));
    }
  }

  private static String answer(TableEnvironment flink, String statement) {
    StringBuilder rows = new StringBuilder("rows");
    try {
      TableResult result = flink.executeSql(statement);
      if (statement.startsWith("INSERT")) {
        // Its row would be there before the job has ended.
        result.await();
      } else {
        try (CloseableIterator<Row> all = result.collect()) {
          all.forEachRemaining(row -> rows.append('\t').append(values(row)));
        }
      }
    } catch (Exception e) {
      return failure(e);
    }
    return rows.toString();
  }

  private static String failure(Exception e) {
    e.printStackTrace();
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return "error\t" + cause.toString().replaceAll("\\s+", " ");
  }

  private static String values(Row row) {
    return IntStream.range(0, row.getArity())
        .mapToObj(i -> String.valueOf(row.getField(i)))
        .collect(Collectors.joining("|"));
  }
}
