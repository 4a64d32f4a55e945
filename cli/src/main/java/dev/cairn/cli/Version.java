package dev.cairn.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** Which release this is. */
public final class Version implements IVersionProvider {
  /** The release, or {@code development} if it was not started from a jar. */
  public static String release() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"cairn " + release()};
  }
}
