using System.Diagnostics;
using Unpause.Analysis.Settings;

namespace Unpause.Tests.Settings;

/// <summary>A JDK on this machine, or in another root: <c>UNPAUSE_JDK_ROOT</c>, by default /work/roots/sid.</summary>
/// <param name="Major">Its major version.</param>
/// <param name="Java">Path of its <c>java</c> inside its root.</param>
/// <param name="Root">The root; null for the root of the machine.</param>
internal sealed record InstalledJdk(int Major, string Java, string? Root)
{
    private static readonly string OtherRoot = Environment.GetEnvironmentVariable("UNPAUSE_JDK_ROOT") ?? "/work/roots/sid";

    private static readonly string[] Names = ["java-{0}-openjdk-amd64", "temurin-{0}-jdk-amd64", "java-{0}-openjdk-arm64"];

    /// <summary>Finds the JDK of a version; null if it isn't installed.</summary>
    public static InstalledJdk? Find(int major)
    {
        foreach (var name in Names)
        {
            var java = $"/usr/lib/jvm/{string.Format(System.Globalization.CultureInfo.InvariantCulture, name, major)}/bin/java";
            if (File.Exists(java)) return new(major, java, null);
            // Another root requires chroot, which only root may call.
            if (Environment.IsPrivilegedProcess && File.Exists(OtherRoot + java) && Directory.Exists(OtherRoot + "/proc/self"))
            {
                return new(major, java, OtherRoot);
            }
        }

        return null;
    }

    /// <summary>Its version as a range for the catalogue.</summary>
    public VersionRange Versions => VersionRange.OfMajor(Major);

    /// <summary>Starts it with options and <c>-version</c>.</summary>
    /// <returns>Its exit code, and its output without the lines of the version.</returns>
    public (int Code, string Complaints) Start(IEnumerable<string> options)
    {
        var start = new ProcessStartInfo(Root is null ? Java : "chroot")
        {
            UseShellExecute = false,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        if (Root is not null)
        {
            start.ArgumentList.Add(Root);
            start.ArgumentList.Add(Java);
        }

        foreach (var option in options) start.ArgumentList.Add(option);
        start.ArgumentList.Add("-version");
        start.Environment.Remove("JAVA_TOOL_OPTIONS");
        start.Environment.Remove("JDK_JAVA_OPTIONS");
        using var process = Process.Start(start)!;
        var printed = process.StandardOutput.ReadToEndAsync();
        var said = process.StandardError.ReadToEnd();
        process.WaitForExit();
        var lines = (printed.Result + said).Split('\n').Where(line => line.Length > 0 && !IsVersion(line) && !IsLog(line));
        return (process.ExitCode, string.Join('\n', lines));
    }

    private static bool IsVersion(string line) =>
        line.StartsWith("openjdk version", StringComparison.Ordinal)
        || line.StartsWith("OpenJDK Runtime Environment", StringComparison.Ordinal)
        || (line.StartsWith("OpenJDK 64-Bit Server VM ", StringComparison.Ordinal) && line.Contains("(build ", StringComparison.Ordinal));

    /// <summary>Whether a line is from the GC log; warnings contain the word "warning".</summary>
    private static bool IsLog(string line) => line.StartsWith('[') && !line.Contains("warning", StringComparison.Ordinal);
}
