package dev.cairn.backend.dynamodb;

import java.util.ArrayList;
import java.util.List;

/** Commands of the AWS CLI for operators. */
final class AwsCommands {
  private AwsCommands() {}

  /** The commands that create the same as {@link DynamoDbSchema#create}. */
  static String of(DynamoDbSettings settings) {
    String region = " --region " + settings.region();
    List<String> commands = new ArrayList<>();
    for (String table : List.of(settings.referencesTable(), settings.objectsTable())) {
      commands.add(
          "aws dynamodb create-table --table-name "
              + table
              + " --attribute-definitions AttributeName=k,AttributeType=B"
              + " --key-schema AttributeName=k,KeyType=HASH"
              + " --billing-mode PAY_PER_REQUEST"
              + region);
      commands.add("aws dynamodb wait table-exists --table-name " + table + region);
    }
    commands.add(
        "aws dynamodb update-time-to-live --table-name "
            + settings.objectsTable()
            + " --time-to-live-specification Enabled=true,AttributeName=x"
            + region);
    commands.add(
        "aws dynamodb put-item --table-name "
            + settings.referencesTable()
            + " --condition-expression 'attribute_not_exists(k)' --item"
            + " '{\"k\":{\"B\":\"AA==\"},\"f\":{\"N\":\"1\"},\"d\":{\"S\":\""
            + settings.region()
            + "\"}}'"
            + region);
    return String.join("\n", commands);
  }
}
