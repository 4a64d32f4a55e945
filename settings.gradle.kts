import javax.xml.parsers.DocumentBuilderFactory

// The modules are those of the root POM. Here goes a module that Gradle cannot build, with the reason.
val leftOut = mapOf<String, String>()

rootProject.name = "cairn"

val modules = DocumentBuilderFactory.newInstance().newDocumentBuilder()
    .parse(File(rootDir, "pom.xml"))
    .getElementsByTagName("module")
(0 until modules.length)
    .map { modules.item(it).textContent.trim() }
    .filter { it !in leftOut }
    .forEach { include(it) }
