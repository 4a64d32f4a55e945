package dev.cairn.rules.upgrade;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.GZIPInputStream;

/**
 * The classes of an earlier release. They see the dependencies of this one (Jackson, Caffeine, H2)
 * and nothing else of it, except {@link ReleaseProcess}, by which the test calls them.
 */
final class FrozenRelease extends URLClassLoader {
  private static final Path DIRECTORY = Path.of("src/test/frozen");
  private static final String CAIRN = "dev.cairn.";
  private static final String SHARED = ReleaseProcess.class.getName();
  private static final String COPIED = EngineProcess.class.getName();

  private FrozenRelease(URL jar) {
    super(new URL[] {jar}, FrozenRelease.class.getClassLoader());
  }

  /** Unpacks the release that wrote {@code level} into {@code directory}. */
  static FrozenRelease ofLevel(int level, Path directory) throws IOException {
    String name = "level-" + level + ".jar";
    Path jar = directory.resolve(name);
    try (InputStream packed =
        new GZIPInputStream(Files.newInputStream(DIRECTORY.resolve(name + ".gz")))) {
      Files.copy(packed, jar);
    }
    return new FrozenRelease(jar.toUri().toURL());
  }

  /** Starts processes of this release. */
  ReleaseProcess.Starter starter() {
    return (url, clock) -> {
      // Backends are found by the thread's class loader.
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(this);
      try {
        ReleaseProcess.Starter starter =
            (ReleaseProcess.Starter)
                loadClass(COPIED + "$Start").getDeclaredConstructor().newInstance();
        return starter.start(url, clock);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      } finally {
        thread.setContextClassLoader(before);
      }
    };
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(CAIRN) || isIn(SHARED, name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      return isIn(COPIED, name) ? copy(name) : findClass(name);
    }
  }

  // The class file of this build, linked to the classes of the release.
  private Class<?> copy(String name) {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(file)) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isIn(String outer, String name) {
    return name.equals(outer) || name.startsWith(outer + "$");
  }

  /** Services of this build are none of the release's. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return name.contains(CAIRN) ? findResources(name) : super.getResources(name);
  }

  @Override
  public void close() {
    try {
      super.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
