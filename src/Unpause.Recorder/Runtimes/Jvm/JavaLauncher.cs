namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>A launcher of a JDK or JRE: <c>java</c>, or a tool that runs in its own JVM.</summary>
/// <param name="IsTool">Whether it is a tool: tools accept JVM options only after -J, and do not read JDK_JAVA_OPTIONS.</param>
/// <param name="HasOldLog">Whether it belongs to JDK 8, whose log has other options.</param>
/// <remarks>src/java.base/share/native/libjli/java.c (TranslateApplicationArgs), src/java.base/share/native/launcher of JDK 9-25.</remarks>
[SupportedOSPlatform("linux")]
internal sealed record JavaLauncher(bool IsTool, bool HasOldLog)
{
    /// <summary>Tools whose work is done in their own JVM. Tools that attach to another JVM (jcmd, jstat) are not changed.</summary>
    private static readonly string[] Tools =
        ["javac", "javadoc", "jar", "javap", "jarsigner", "jdeps", "jdeprscan", "jlink", "jmod", "jpackage", "jshell", "keytool", "rmic"];

    /// <summary>Whether it reads JDK_JAVA_OPTIONS.</summary>
    public bool ReadsVariable => !IsTool && !HasOldLog;

    /// <summary>The launcher of a file; null for other or unknown files.</summary>
    /// <param name="file">The file's path as bytes; links are followed.</param>
    public static JavaLauncher? Find(byte[] file)
    {
        var named = Encoding.UTF8.GetString(file);
        var path = new FileInfo(named).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? Path.GetFullPath(named);
        var isTool = Tools.Contains(Path.GetFileName(path), StringComparer.Ordinal);
        if (!isTool && Path.GetFileName(path) != "java") return null;
        // Since JDK 9 the module image is next to it; before, the classes were, in the JDK's own JRE if there is one.
        var home = Path.Combine(Path.GetDirectoryName(path)!, "..");
        if (File.Exists(Path.Combine(home, "lib", "modules"))) return new JavaLauncher(isTool, HasOldLog: false);
        return File.Exists(Path.Combine(home, "lib", "rt.jar")) || File.Exists(Path.Combine(home, "jre", "lib", "rt.jar"))
            ? new JavaLauncher(isTool, HasOldLog: true)
            : null;
    }
}
