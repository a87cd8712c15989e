using System.Runtime.Versioning;
using System.Text.RegularExpressions;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>
/// The name of a JVM's log file. The JVM lists the configured name with placeholders for process id, start time and host name. The actual
/// file is found among its open files.
/// </summary>
/// <remarks>LogFileOutput::make_file_name of src/hotspot/share/logging/logFileOutput.cpp: %p and %t (JDK 9-25), %hn (21-25).</remarks>
[SupportedOSPlatform("linux")]
internal static class JvmLogName
{
    private static readonly (string Mark, string Becomes)[] Marks =
        [("%p", "[0-9]{1,10}"), ("%t", "[0-9]{4}-[0-9]{2}-[0-9]{2}_[0-9]{2}-[0-9]{2}-[0-9]{2}"), ("%hn", "[^/]{1,255}")];

    /// <summary>The name without placeholders; unchanged if the process has no such file open.</summary>
    /// <param name="process">The JVM.</param>
    /// <param name="told">The path as the JVM lists it.</param>
    public static string Of(ProcessView process, string told)
    {
        var name = Path.GetFileName(told);
        if (!name.Contains('%', StringComparison.Ordinal)) return told;
        var pattern = PatternOf(name);
        return process.OpenFileNames().FirstOrDefault(pattern.IsMatch) is { } open ? told[..^name.Length] + open : told;
    }

    /// <summary>A pattern for the names that a name with placeholders can result in.</summary>
    internal static Regex PatternOf(string name)
    {
        var pattern = Regex.Escape(name);
        foreach (var (mark, becomes) in Marks) pattern = pattern.Replace(mark, becomes, StringComparison.Ordinal);
        return new Regex($"^{pattern}$", RegexOptions.NonBacktracking | RegexOptions.CultureInvariant);
    }
}
