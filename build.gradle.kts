// The Gradle build of Cairn, for developers who prefer Gradle. Maven is the build of record: modules, versions,
// dependencies and the settings of tests are read from the POMs when Gradle starts, so that nothing is written
// twice, and anything that cannot be read stops the build with a message. Formatting, Error Prone, NullAway and
// Javadoc are checked by Maven alone.
//
// Only core plugins, and only what Gradle 4.7 to 9 understand alike. What reads the POMs is Java, in buildSrc, so that
// a test of the Maven build can compare it with Maven's own reading.

import dev.cairn.gradle.Poms
import java.util.concurrent.Callable
import java.util.function.Function

repositories { mavenCentral() }

val poms = Poms(
    rootDir.toPath(),
    // As with Maven's -D, a property given on the command line (-Pcairn.test.scale=20) wins over the POM's.
    gradle.startParameter.projectProperties,
    Function { pom ->
        configurations.detachedConfiguration(dependencies.create("$pom@pom")).singleFile.toPath()
    }
)
val managedVersions = poms.managedVersions()
val ownGroup = poms.property("project.groupId")

/** The name of the module in the root POM: its directory. */
fun Project.module() = projectDir.relativeTo(rootDir).invariantSeparatorsPath

if (subprojects.map { it.module() }.toSet() != poms.modules().toSet()) {
    throw Poms.refused("pom.xml", "settings.gradle.kts included ${subprojects.map { it.module() }}, not ${poms.modules()}")
}

/** Where Gradle has what Maven calls a scope. */
fun configurationsFor(pom: String, scope: String, optional: Boolean): List<String> = when (scope) {
    "compile" -> if (optional) listOf("compileOnly", "testImplementation") else listOf("api")
    "provided" -> listOf("compileOnly", "testImplementation")
    "runtime" -> listOf("runtimeOnly")
    "test" -> listOf("testImplementation")
    else -> throw Poms.refused(pom, "a dependency has the scope '$scope'")
}

fun Project.addDependency(pom: String, found: Poms.Dependency) {
    val notation: Dependency =
        if (found.group() == ownGroup) {
            val sibling = rootProject.findProject(":${found.artifact()}")
                ?: throw Poms.refused(pom, "${found.module()} is no module of the root POM")
            when (found.classifier()) {
                "" -> dependencies.project(mapOf("path" to sibling.path))
                // What Maven packs as a jar of tests; the module may be configured later than this one.
                "tests" -> dependencies.create(files(Callable {
                    sibling.extensions.getByType(SourceSetContainer::class.java).getByName("test").output
                }))
                else -> throw Poms.refused(
                    pom, "${found.module()} is a module and has the classifier '${found.classifier()}'"
                )
            }
        } else {
            val classifier = if (found.classifier().isEmpty()) "" else ":${found.classifier()}"
            dependencies.create("${found.module()}:${found.version()}$classifier")
        }
    for (exclusion in found.exclusions()) {
        val (group, artifact) = exclusion.split(":")
        val excluded = mapOf("group" to group, "module" to artifact).filterValues { it != "*" }
        if (excluded.isEmpty()) {
            (notation as ModuleDependency).isTransitive = false
        } else {
            (notation as ModuleDependency).exclude(excluded)
        }
    }
    configurationsFor(pom, found.scope(), found.optional()).forEach { dependencies.add(it, notation) }
}

subprojects {
    val pomName = "${project.module()}/pom.xml"
    val module = poms.module(project.module())
    if (module.packaging() == "pom") {
        return@subprojects
    }

    apply(plugin = "java-library")
    group = ownGroup
    version = poms.property("project.version")

    repositories { mavenCentral() }
    configurations.all {
        resolutionStrategy.eachDependency {
            // Maven decides versions of transitive dependencies by the managed ones too.
            managedVersions["${requested.group}:${requested.name}"]?.let { useVersion(it) }
        }
    }
    module.dependencies().forEach { addDependency(pomName, it) }
    val launcher = "org.junit.platform:junit-platform-launcher"
    dependencies.add(
        "testRuntimeOnly",
        "$launcher:" + (managedVersions[launcher] ?: throw Poms.refused("pom.xml", "it does not manage $launcher"))
    )

    tasks.withType<JavaCompile> {
        options.encoding = poms.property("project.build.sourceEncoding")
        options.compilerArgs.addAll(listOf("--release", poms.property("maven.compiler.release"), "-proc:none"))
    }
    tasks.withType<Test> {
        useJUnitPlatform()
        // The classes that Surefire runs: others are run by tests, some of them to see them fail.
        include("**/Test*.class", "**/*Test.class", "**/*Tests.class", "**/*TestCase.class")
        exclude("**/*\$*")
        module.testProperties().forEach { systemProperty(it.key, it.value) }
        jvmArgs(module.testArguments())
    }
}
