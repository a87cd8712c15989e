using System.Diagnostics;
using System.Globalization;

namespace Unpause.Tests;

/// <summary>Numbers computed from raw text by awk: independent of our readers.</summary>
internal static class Awk
{
    /// <summary>Runs an awk program on a file; gives the numbers that it prints, parted by blanks.</summary>
    public static double[] Run(string program, string file)
    {
        var start = new ProcessStartInfo("awk", [program, file]) { RedirectStandardOutput = true, UseShellExecute = false };
        start.Environment["LC_ALL"] = "C";
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return [.. output
            .Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
            .Select(word => double.Parse(word, CultureInfo.InvariantCulture))];
    }
}
