import javax.xml.parsers.DocumentBuilderFactory

rootProject.name = "cairn"

// The modules of the root POM, all of them.
val modules = DocumentBuilderFactory.newInstance().newDocumentBuilder()
    .parse(File(rootDir, "pom.xml"))
    .getElementsByTagName("module")
(0 until modules.length).forEach { include(modules.item(it).textContent.trim()) }
