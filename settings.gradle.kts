import javax.xml.parsers.DocumentBuilderFactory
import javax.xml.xpath.XPathConstants
import javax.xml.xpath.XPathFactory
import org.w3c.dom.NodeList

rootProject.name = "cairn"

// The modules of the root POM, without those of its profiles. A module inside the directory of another is called like
// its artifact.
val modules = XPathFactory.newInstance().newXPath().evaluate(
    "/project/modules/module",
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(File(rootDir, "pom.xml")),
    XPathConstants.NODESET,
) as NodeList
(0 until modules.length).map { modules.item(it).textContent.trim() }.forEach {
    val name = it.replace('/', '-')
    include(name)
    project(":$name").projectDir = File(rootDir, it)
}
