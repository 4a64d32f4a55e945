package dev.cairn.cli.relay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.cli.CommandException;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A command, with everything it would see in the tool's own process.
 *
 * @param store identifies the directory of the store, also among copies of it
 * @param arguments the command line
 * @param directory the absolute working directory, which relative paths begin in
 * @param settings what is configured for the tool, without defaults
 * @param confirmed the question that the operator has answered with yes; empty if there is none
 * @param isOutColored whether results may have colors
 * @param isErrDrawable whether messages may be drawn over each other
 * @param columns how wide the terminal is that results go to; 0 if they go elsewhere
 */
record CommandCall(
    String store,
    List<String> arguments,
    String directory,
    Map<String, String> settings,
    String confirmed,
    boolean isOutColored,
    boolean isErrDrawable,
    int columns) {
  // What one of the two does not know could change what the command means, so it is refused.
  private static final ObjectMapper MAPPER = new ObjectMapper();

  byte[] toBytes() {
    try {
      return MAPPER.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static CommandCall of(byte[] bytes) {
    try {
      return MAPPER.readValue(bytes, CommandCall.class);
    } catch (IOException e) {
      throw CommandException.usage(
          "the server does not understand the command; use the tool of the same release as the server");
    }
  }

  CommandCall confirming(String question) {
    return new CommandCall(
        store, arguments, directory, settings, question, isOutColored, isErrDrawable, columns);
  }
}
