import javax.xml.parsers.DocumentBuilderFactory

rootProject.name = "cairn"

// The modules of the root POM, all of them. A module inside the directory of another is called like its artifact.
val modules = DocumentBuilderFactory.newInstance().newDocumentBuilder()
    .parse(File(rootDir, "pom.xml"))
    .getElementsByTagName("module")
(0 until modules.length).map { modules.item(it).textContent.trim() }.forEach {
    val name = it.replace('/', '-')
    include(name)
    project(":$name").projectDir = File(rootDir, it)
}
