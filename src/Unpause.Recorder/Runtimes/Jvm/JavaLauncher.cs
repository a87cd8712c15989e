using System.Runtime.Versioning;
using System.Text;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>A JDK's or JRE's launcher: <c>java</c>, or a tool that runs in a JVM of its own.</summary>
/// <param name="IsTool">Whether it is a tool: those take a JVM's option only behind -J, and don't read JDK_JAVA_OPTIONS.</param>
/// <param name="HasOldLog">Whether it is of JDK 8, whose log has options of its own.</param>
/// <remarks>src/java.base/share/native/libjli/java.c (TranslateApplicationArgs), src/java.base/share/native/launcher of JDK 9-25.</remarks>
[SupportedOSPlatform("linux")]
internal sealed record JavaLauncher(bool IsTool, bool HasOldLog)
{
    /// <summary>Tools whose work is done in the JVM that they start; those that ask another JVM (jcmd, jstat) are left alone.</summary>
    private static readonly string[] Tools =
        ["javac", "javadoc", "jar", "javap", "jarsigner", "jdeps", "jdeprscan", "jlink", "jmod", "jpackage", "jshell", "keytool", "rmic"];

    /// <summary>Whether JDK_JAVA_OPTIONS reaches it.</summary>
    public bool ReadsVariable => !IsTool && !HasOldLog;

    /// <summary>What a file is; null when it is none, or not known to be one.</summary>
    /// <param name="file">The file's path as bytes; links are followed.</param>
    public static JavaLauncher? Of(byte[] file)
    {
        var named = Encoding.UTF8.GetString(file);
        var path = new FileInfo(named).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? Path.GetFullPath(named);
        var isTool = Tools.Contains(Path.GetFileName(path), StringComparer.Ordinal);
        if (!isTool && Path.GetFileName(path) != "java") return null;
        // Since JDK 9 the image of the modules lies beside it; before, the classes did, in the JDK's own JRE where there is one.
        var home = Path.Combine(Path.GetDirectoryName(path)!, "..");
        if (File.Exists(Path.Combine(home, "lib", "modules"))) return new JavaLauncher(isTool, HasOldLog: false);
        return File.Exists(Path.Combine(home, "lib", "rt.jar")) || File.Exists(Path.Combine(home, "jre", "lib", "rt.jar"))
            ? new JavaLauncher(isTool, HasOldLog: true)
            : null;
    }
}
