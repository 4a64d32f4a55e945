package dev.cairn.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.api.config.Configuration;
import dev.cairn.core.CairnSettings;
import dev.cairn.distribution.UnpackedArchive.Outcome;
import dev.cairn.iceberg.server.IcebergServer;
import dev.cairn.iceberg.server.ServerSettings;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files under {@code packaging} agree with each other and with the settings, as far as can be
 * told without a Docker engine or a cluster.
 */
class PackagingTest {
  private static final Path PACKAGING = Path.of("..", "packaging");
  private static final Path MANIFESTS = PACKAGING.resolve("kubernetes");
  private static final Path DOCKERFILE = PACKAGING.resolve("docker/Dockerfile");
  private static final Path UNIT = PACKAGING.resolve("systemd/cairn.service");

  @TempDir Path directory;

  private static Map<String, Yaml> manifests() throws IOException {
    Map<String, Yaml> byKind = new TreeMap<>();
    try (Stream<Path> files = Files.list(MANIFESTS)) {
      for (Path file : files.toList()) {
        assertTrue(Files.readString(file).startsWith("# Untested on a cluster."), file::toString);
        for (Yaml each : Yaml.documents(file)) {
          Yaml before = byKind.put(each.at("kind").text(), each);
          assertTrue(before == null, () -> "two of " + each.at("kind"));
        }
      }
    }
    return byKind;
  }

  private static Map<String, String> properties(String text) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(text));
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, properties::getProperty));
  }

  /** Fails on a setting that does not exist or has a bad value. */
  private static Configuration configuration(Map<String, String> properties) {
    Configuration.Builder builder = Configuration.builder();
    properties.forEach(builder::set);
    Configuration configuration = builder.build(IcebergServer.settings());
    assertEquals(List.of(), configuration.warnings());
    return configuration;
  }

  private static Configuration settingsOfTheCluster() throws IOException {
    return configuration(
        properties(manifests().get("ConfigMap").at("data", "cairn.properties").text()));
  }

  private static Yaml container() throws IOException {
    return manifests().get("Deployment").at("spec", "template", "spec", "containers", "0");
  }

  @Test
  void kindsAndLabelsMatchEachOther() throws IOException {
    Map<String, Yaml> manifests = manifests();
    assertEquals(
        Set.of(
            "ConfigMap",
            "Deployment",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "Service",
            "ServiceMonitor"),
        manifests.keySet());
    Object labels =
        manifests.get("Deployment").at("spec", "template", "metadata", "labels").value();
    for (Yaml selector :
        List.of(
            manifests.get("Deployment").at("spec", "selector", "matchLabels"),
            manifests.get("Service").at("spec", "selector"),
            manifests.get("PodDisruptionBudget").at("spec", "selector", "matchLabels"),
            manifests.get("NetworkPolicy").at("spec", "podSelector", "matchLabels"))) {
      assertEquals(labels, selector.value(), selector.where());
    }
    assertEquals(
        manifests.get("Service").at("metadata", "labels").value(),
        manifests.get("ServiceMonitor").at("spec", "selector", "matchLabels").value());
    int replicas = (int) manifests.get("Deployment").at("spec", "replicas").value();
    int available = (int) manifests.get("PodDisruptionBudget").at("spec", "minAvailable").value();
    assertTrue(available < replicas, "no pod could be drained");
  }

  @Test
  void portsOfSettingsContainerServiceAndProbesAgree() throws IOException {
    Map<String, Yaml> manifests = manifests();
    Configuration settings = settingsOfTheCluster();
    Map<String, Integer> ports =
        Map.of(
            "http", settings.get(ServerSettings.PORT),
            "management", settings.get(ServerSettings.MANAGEMENT_PORT));
    Yaml ofContainer = container().at("ports");
    Yaml ofService = manifests.get("Service").at("spec", "ports");
    ports.forEach(
        (name, port) -> {
          assertEquals(port, ofContainer.named(name).at("containerPort").value());
          assertEquals(port, ofService.named(name).at("port").value());
          assertEquals(name, ofService.named(name).at("targetPort").value());
        });
    Map<String, String> probes =
        Map.of(
            "startupProbe", "/health/live",
            "livenessProbe", "/health/live",
            "readinessProbe", "/health/ready");
    for (Map.Entry<String, String> each : probes.entrySet()) {
      Yaml get = container().at(each.getKey(), "httpGet");
      assertEquals("management", get.at("port").text(), each.getKey());
      assertEquals(each.getValue(), get.at("path").text(), each.getKey());
    }
    Yaml endpoint = manifests.get("ServiceMonitor").at("spec", "endpoints", "0");
    assertEquals("management", endpoint.at("port").text());
    assertEquals("/metrics", endpoint.at("path").text());
  }

  @Test
  void aPodCanReadItsSettingsListensWhereProbesComeAndHasTimeToStop() throws IOException {
    Yaml pod = manifests().get("Deployment").at("spec", "template", "spec");
    Configuration settings = settingsOfTheCluster();
    assertEquals("0.0.0.0", settings.get(ServerSettings.HOST));
    assertTrue(settings.get(ServerSettings.ALLOW_REMOTE));
    assertTrue(settings.get(ServerSettings.ALLOW_UNAUTHENTICATED));
    // With CAIRN_SERVER_PORT=tcp://… of a service called cairn-server, it would not start.
    assertEquals(false, pod.at("enableServiceLinks").value());
    Yaml mount = container().at("volumeMounts").named("settings");
    assertEquals(
        mount.at("mountPath").text() + "/cairn.properties", container().at("args", "1").text());
    assertEquals(
        manifests().get("ConfigMap").at("metadata", "name").text(),
        pod.at("volumes").named("settings").at("configMap", "name").text());
    Set<String> volumes =
        pod.at("volumes").items().map(each -> each.at("name").text()).collect(Collectors.toSet());
    container()
        .at("volumeMounts")
        .items()
        .forEach(each -> assertTrue(volumes.contains(each.at("name").text()), each::where));
    int grace = (int) pod.at("terminationGracePeriodSeconds").value();
    int before =
        Integer.parseInt(container().at("lifecycle", "preStop", "exec", "command", "1").text());
    Duration stop = settings.get(ServerSettings.STOP_TIMEOUT).plusSeconds(before);
    assertTrue(Duration.ofSeconds(grace).compareTo(stop.plusSeconds(5)) >= 0, () -> "" + stop);
  }

  /** The heap that the launcher allows holds what the settings allow, and a third more. */
  @Test
  void thePodHasMemoryForItsCacheAndItsRequests() throws IOException {
    Matcher limit =
        Pattern.compile("(\\d+)Gi").matcher(container().at("resources", "limits", "memory").text());
    assertTrue(limit.matches());
    Matcher share =
        Pattern.compile("(?s)serve\\).*?MaxRAMPercentage=(\\d+)")
            .matcher(Files.readString(Path.of("..", "cairn")));
    assertTrue(share.find());
    long heap = (Long.parseLong(limit.group(1)) << 30) * Long.parseLong(share.group(1)) / 100;
    Configuration settings = settingsOfTheCluster();
    long needed =
        settings.get(CairnSettings.CACHE_SIZE) + settings.get(ServerSettings.MAX_BUFFERED);
    assertTrue(heap >= needed + needed / 3, () -> "%s of %s".formatted(needed, heap));
  }

  @Test
  void variablesAndArgumentsAreThoseOfTheTool() throws IOException {
    Set<String> known = new HashSet<>();
    IcebergServer.settings().forEach(each -> known.add(each.environmentName()));
    container()
        .at("env")
        .items()
        .forEach(each -> assertTrue(known.contains(each.at("name").text()), each::toString));
    Matcher variables = Pattern.compile("\\b(CAIRN_\\w+)=").matcher(Files.readString(DOCKERFILE));
    int found = 0;
    while (variables.find()) {
      found++;
      assertTrue(known.contains(variables.group(1)), variables.group(1));
    }
    assertEquals(2, found);
    assertEquals("serve", container().at("args", "2").text());
  }

  @Test
  void theImageUsesWhatIsInTheArchiveAndExposesThePortsOfTheServer() throws Exception {
    String dockerfile = Files.readString(DOCKERFILE);
    assertTrue(dockerfile.startsWith("# Untested on a Docker engine."));
    String archive = UnpackedArchive.archive().getFileName().toString();
    String version = archive.replaceFirst("^cairn-", "").replaceFirst("\\.tar\\.gz$", "");
    String added = line(dockerfile, "ADD ").split(" ", -1)[1].replace("${VERSION}", version);
    assertEquals(archive, added);
    assertEquals(
        "EXPOSE %s %s"
            .formatted(
                ServerSettings.PORT.defaultText().orElseThrow(),
                ServerSettings.MANAGEMENT_PORT.defaultText().orElseThrow()),
        line(dockerfile, "EXPOSE"));
    assertEquals("USER " + runAsUser(), line(dockerfile, "USER"));
    assertEquals("cairn:" + version, container().at("image").text());
    UnpackedArchive unpacked = UnpackedArchive.in(directory);
    Matcher paths = Pattern.compile("/opt/cairn/(\\S+?)[\\s\"]").matcher(dockerfile);
    int found = 0;
    while (paths.find()) {
      found++;
      assertTrue(Files.exists(unpacked.home().resolve(paths.group(1))), paths.group());
    }
    assertEquals(2, found);
  }

  private static String runAsUser() throws IOException {
    return manifests()
        .get("Deployment")
        .at("spec", "template", "spec", "securityContext", "runAsUser")
        .text();
  }

  private static String line(String text, String start) {
    return text.lines().filter(each -> each.startsWith(start)).findFirst().orElseThrow();
  }

  @Test
  void theUnitStartsTheLauncherWithItsSettingsAndWaitsForAGracefulStop() throws Exception {
    Configuration settings =
        configuration(properties(Files.readString(PACKAGING.resolve("systemd/cairn.properties"))));
    String unit = Files.readString(UNIT);
    assertEquals(
        "ExecStart=/opt/cairn/cairn --config /etc/cairn/cairn.properties serve",
        line(unit, "ExecStart="));
    int wait = Integer.parseInt(line(unit, "TimeoutStopSec=").split("=", 2)[1]);
    Duration stop = settings.get(ServerSettings.STOP_TIMEOUT);
    assertTrue(Duration.ofSeconds(wait).compareTo(stop.plusSeconds(5)) >= 0, () -> "" + stop);
    List<String> find = List.of("sh", "-c", "command -v systemd-analyze");
    if (UnpackedArchive.run(directory, Map.of(), find).code() == 0) {
      verify(unit);
    }
  }

  /** The commands of the unit are installed elsewhere, so that there is only this to find. */
  private void verify(String unit) throws Exception {
    Path installed = Files.createDirectories(directory.resolve("opt/cairn")).resolve("cairn");
    Files.copy(Path.of("..", "cairn"), installed);
    Path copy =
        Files.writeString(
            directory.resolve("cairn.service"),
            unit.replace("/opt/cairn/cairn", installed.toString())
                .replace("Documentation=man:cairn(1)\n", ""));
    Outcome outcome =
        UnpackedArchive.run(
            directory, Map.of(), List.of("systemd-analyze", "verify", copy.toString()));
    List<String> complaints =
        outcome.err().lines().filter(each -> each.contains(copy.getFileName() + ":")).toList();
    assertEquals(List.of(), complaints, outcome::toString);
  }

  @Test
  void thePageListsEveryFile() throws IOException {
    String page = Files.readString(PACKAGING.resolve("README.md"));
    try (Stream<Path> files = Files.walk(PACKAGING)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        String name = PACKAGING.relativize(each).toString();
        assertTrue(name.equals("README.md") || page.contains("(" + name + ")"), name);
      }
    }
  }
}
