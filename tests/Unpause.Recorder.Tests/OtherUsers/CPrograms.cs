using System.Diagnostics;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>Adversaries in C, for speed.</summary>
internal static class CPrograms
{
    /// <summary>Compiles a program that every user may execute, and returns its path.</summary>
    public static string Compile(string folder, string source)
    {
        var program = Path.Combine(folder, "adversary");
        File.WriteAllText($"{program}.c", source);
        using var compiler = Process.Start("gcc", ["-O2", "-pthread", "-o", program, $"{program}.c"]);
        compiler.WaitForExit();
        Assert.Equal(0, compiler.ExitCode);
        return program;
    }
}
