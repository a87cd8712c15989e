using System.Diagnostics;

namespace Unpause.Experiments.Labs;

/// <summary>A lab that is written in Java.</summary>
internal static class JavaProgram
{
    /// <summary>Compiles the lab's sources.</summary>
    /// <param name="folder">Where they are.</param>
    /// <param name="library">A jar that they need.</param>
    /// <param name="package">The Debian package that installs it.</param>
    /// <returns>The folder with the classes.</returns>
    /// <exception cref="UserMistake">There is no JDK, no jar, or it doesn't compile.</exception>
    public static string Compile(LabFolder folder, string library, string package)
    {
        var install = $"apt-get install openjdk-17-jdk-headless {package}";
        if (!File.Exists(library)) throw new UserMistake($"the lab needs {library}: {install}");
        var classes = folder["classes"];
        var sources = Directory.EnumerateFiles(folder.Path, "*.java").Order(StringComparer.Ordinal);
        LabCompiler.Run(new ProcessStartInfo("javac", ["-d", classes, "-cp", library, .. sources]), install);
        return classes;
    }
}
