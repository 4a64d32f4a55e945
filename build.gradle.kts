// The Gradle build of Cairn, for those who prefer Gradle. Maven is the build of record: everything below
// is read from the POMs when Gradle starts, so that nothing is written twice, and what cannot be read
// stops the build with a message. Formatting, Error Prone and NullAway are checked by Maven alone.
//
// Only core plugins, and only what Gradle 4.7 to 9 understand alike.

import org.w3c.dom.Element
import javax.xml.parsers.DocumentBuilderFactory

// ---- XML ----

fun parse(pom: File): Element = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom).documentElement

fun Element.children(): List<Element> =
    (0 until childNodes.length).map { childNodes.item(it) }.filter { it is Element }.map { it as Element }

/** The elements at the end of this path of names. */
fun Element.all(vararg path: String): List<Element> =
    path.fold(listOf(this)) { found, name -> found.flatMap { it.children() }.filter { it.tagName == name } }

fun Element.text(vararg path: String): String? = all(*path).firstOrNull()?.textContent?.trim()

fun refuse(pom: String, problem: String): Nothing =
    throw GradleException("$pom: $problem. The Gradle build does not understand this; build with Maven or teach build.gradle.kts.")

// ---- Properties ----

val placeholder = Regex("\\$\\{([^}]+)}")

/** [text] with every property put in, in the POM called [pom]. */
fun resolve(pom: String, text: String, properties: Map<String, String>): String =
    placeholder.replace(text) { match ->
        val name = match.groupValues[1]
        resolve(pom, properties[name] ?: refuse(pom, "the property '$name' has no value"), properties - name)
    }

fun ownProperties(pom: Element): Map<String, String> =
    pom.all("properties").flatMap { it.children() }.associate { it.tagName to it.textContent.trim() }

fun coordinates(pom: Element): Map<String, String> =
    listOf("groupId", "artifactId", "version")
        .map { "project.$it" to (pom.text(it) ?: pom.text("parent", it)) }
        .filter { it.second != null }
        .associate { it.first to it.second!! }

val rootPom = parse(file("pom.xml"))

/** As with Maven's -D, a property given on the command line (-Pcairn.test.scale=20) wins over the POM's. */
val rootProperties = (coordinates(rootPom) + ownProperties(rootPom))
    .mapValues { gradle.startParameter.projectProperties[it.key] ?: it.value }

fun setting(name: String): String = resolve("pom.xml", "\${$name}", rootProperties)

// ---- Dependencies ----

/** A dependency as a POM has it; what is null is left to the managed dependencies or to Maven's default. */
data class PomDependency(
    val group: String,
    val artifact: String,
    val classifier: String?,
    val type: String,
    val version: String?,
    val scope: String?,
    val optional: Boolean,
    val exclusions: List<Pair<String, String>>
) {
    val module get() = "$group:$artifact"
    val key get() = "$group:$artifact:$type:${classifier ?: ""}"
}

fun dependency(pom: String, element: Element, properties: Map<String, String>): PomDependency {
    fun value(name: String) = element.text(name)?.let { resolve(pom, it, properties) }
    fun required(name: String) = value(name) ?: refuse(pom, "a dependency has no $name")
    return PomDependency(
        required("groupId"),
        required("artifactId"),
        value("classifier"),
        value("type") ?: "jar",
        value("version"),
        value("scope"),
        value("optional") == "true",
        element.all("exclusions", "exclusion").map { it.text("groupId")!! to it.text("artifactId")!! }
    )
}

/** The managed dependencies of [line], a POM and its parents, nearest first; imported ones come last. */
fun managed(name: String, line: List<Element>, properties: Map<String, String>): Map<String, PomDependency> {
    val all = line.flatMap { it.all("dependencyManagement", "dependencies", "dependency") }
        .map { dependency(name, it, properties) }
    val (imports, own) = all.partition { it.scope == "import" }
    return (own + imports.flatMap { importedBy(it).values }).reversed().associateBy { it.key }
}

/** What the bill of materials [bom] manages. */
fun importedBy(bom: PomDependency): Map<String, PomDependency> {
    val name = "${bom.module}:${bom.version}"
    val line = generateSequence(download(name)) { pom ->
        pom.all("parent").firstOrNull()?.let { download("${it.text("groupId")}:${it.text("artifactId")}:${it.text("version")}") }
    }.toList()
    val properties = line.reversed().fold(mapOf<String, String>()) { found, pom -> found + ownProperties(pom) }
    return managed(name, line, properties + coordinates(line.first()))
}

fun download(coordinates: String): Element =
    parse(configurations.detachedConfiguration(dependencies.create("$coordinates@pom")).singleFile)

repositories { mavenCentral() }

val managedDependencies = managed("pom.xml", listOf(rootPom), rootProperties)

/** Maven decides versions of transitive dependencies by the managed ones too. */
val managedVersions = managedDependencies.values
    .filter { it.version != null && it.group != setting("project.groupId") }
    .associate { it.module to it.version!! }

/** Where Gradle has what Maven calls [scope]. */
fun configurationsFor(pom: String, scope: String, optional: Boolean): List<String> = when (scope) {
    "compile" -> if (optional) listOf("compileOnly", "testImplementation") else listOf("api")
    "provided" -> listOf("compileOnly", "testImplementation")
    "runtime" -> listOf("runtimeOnly")
    "test" -> listOf("testImplementation")
    else -> refuse(pom, "a dependency has the scope '$scope'")
}

fun Project.addDependency(pom: String, declared: PomDependency) {
    val managed = managedDependencies[declared.key]
    if (declared.type != "jar") {
        refuse(pom, "${declared.module} is of the type '${declared.type}'")
    }
    val version = declared.version ?: managed?.version
        ?: refuse(pom, "${declared.module} has no version here nor among the managed dependencies of the root POM")
    val notation: Dependency =
        if (declared.group == setting("project.groupId")) {
            val sibling = rootProject.findProject(":${declared.artifact}")
                ?: refuse(pom, "${declared.module} is no module of the root POM")
            if (declared.classifier != null) {
                refuse(pom, "${declared.module} is a module and has the classifier '${declared.classifier}'")
            }
            dependencies.project(mapOf("path" to sibling.path))
        } else {
            dependencies.create("${declared.module}:$version" + (declared.classifier?.let { ":$it" } ?: ""))
        }
    for ((group, artifact) in declared.exclusions + (managed?.exclusions ?: listOf())) {
        val excluded = mapOf("group" to group, "module" to artifact).filterValues { it != "*" }
        if (excluded.isEmpty()) {
            (notation as ModuleDependency).isTransitive = false
        } else {
            (notation as ModuleDependency).exclude(excluded)
        }
    }
    configurationsFor(pom, declared.scope ?: managed?.scope ?: "compile", declared.optional)
        .forEach { dependencies.add(it, notation) }
}

// ---- Tests ----

/** What Surefire is told that does not concern Gradle. */
val surefireOnly = setOf("trimStackTrace", "useModulePath", "redirectTestOutputToFile")

fun Test.configureLikeSurefire(pom: String, surefire: Element, properties: Map<String, String>) {
    for (option in surefire.children().filter { it.tagName !in surefireOnly }) {
        when (option.tagName) {
            "systemPropertyVariables" ->
                option.children().forEach { systemProperty(it.tagName, resolve(pom, it.textContent.trim(), properties)) }
            "argLine" -> jvmArgs(resolve(pom, option.textContent.trim(), properties).split(Regex("\\s+")))
            else -> refuse(pom, "Surefire has the option '${option.tagName}'")
        }
    }
}

fun surefireOf(pom: Element): List<Element> =
    (pom.all("build", "pluginManagement", "plugins", "plugin") + pom.all("build", "plugins", "plugin"))
        .filter { it.text("artifactId") == "maven-surefire-plugin" }
        .flatMap { it.all("configuration") }

// ---- Modules ----

/** What a module's POM may have; all else would silently be missing from the Gradle build. */
val understood = setOf(
    "modelVersion", "parent", "artifactId", "packaging", "name", "description", "properties", "dependencies", "build", "profiles"
)
val understoodInBuild = setOf("plugins", "finalName")

subprojects {
    val pomName = "${project.name}/pom.xml"
    val pom = parse(file("pom.xml"))
    pom.children().filter { it.tagName !in understood }.forEach { refuse(pomName, "it has <${it.tagName}>") }
    pom.all("build").flatMap { it.children() }.filter { it.tagName !in understoodInBuild }
        .forEach { refuse(pomName, "its build has <${it.tagName}>") }
    val packaging = pom.text("packaging") ?: "jar"
    if (packaging != "jar") {
        refuse(pomName, "its packaging is '$packaging'")
    }
    val properties = rootProperties + ownProperties(pom) + coordinates(pom)

    apply(plugin = "java-library")
    group = setting("project.groupId")
    version = setting("project.version")

    repositories { mavenCentral() }
    configurations.all {
        resolutionStrategy.eachDependency {
            managedVersions["${requested.group}:${requested.name}"]?.let { useVersion(it) }
        }
    }
    rootPom.all("dependencies", "dependency").forEach { addDependency("pom.xml", dependency("pom.xml", it, properties)) }
    pom.all("dependencies", "dependency").forEach { addDependency(pomName, dependency(pomName, it, properties)) }
    val launcher = "org.junit.platform:junit-platform-launcher"
    dependencies.add("testRuntimeOnly", "$launcher:" + (managedVersions[launcher] ?: refuse("pom.xml", "it does not manage $launcher")))

    tasks.withType<JavaCompile> {
        options.encoding = setting("project.build.sourceEncoding")
        options.compilerArgs.addAll(listOf("--release", setting("maven.compiler.release"), "-proc:none"))
    }
    tasks.withType<Test> {
        useJUnitPlatform()
        // The classes that Surefire runs: others are run by tests, some of them to see them fail.
        include("**/Test*.class", "**/*Test.class", "**/*Tests.class", "**/*TestCase.class")
        exclude("**/*\$*")
        surefireOf(rootPom).forEach { configureLikeSurefire("pom.xml", it, rootProperties) }
        surefireOf(pom).forEach { configureLikeSurefire(pomName, it, properties) }
    }
}
