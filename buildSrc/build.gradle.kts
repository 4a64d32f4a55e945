// Compiles what reads the POMs, before any POM is read: the release is the one thing that is written here again.
tasks.withType<JavaCompile> {
    options.encoding = "UTF-8"
    options.compilerArgs.addAll(listOf("--release", "17"))
}
