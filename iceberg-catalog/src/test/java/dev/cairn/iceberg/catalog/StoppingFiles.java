package dev.cairn.iceberg.catalog;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** Files that call {@code step} before each listing and each deletion. */
final class StoppingFiles implements DelegateFileIO {
  private static final long serialVersionUID = 1L;

  private final transient DelegateFileIO files;
  private final transient Consumer<String> step;

  StoppingFiles(DelegateFileIO files, Consumer<String> step) {
    this.files = files;
    this.step = step;
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    step.accept("list " + prefix);
    return files.listPrefix(prefix);
  }

  @Override
  public void deleteFiles(Iterable<String> names) {
    for (String name : names) {
      step.accept("delete " + name);
      files.deleteFile(name);
    }
  }

  @Override
  public void deletePrefix(String prefix) {
    throw new AssertionError("a whole prefix may have files that were not listed: " + prefix);
  }

  @Override
  public InputFile newInputFile(String location) {
    return files.newInputFile(location);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return files.newOutputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    files.deleteFile(location);
  }

  @Override
  public Map<String, String> properties() {
    return files.properties();
  }
}
