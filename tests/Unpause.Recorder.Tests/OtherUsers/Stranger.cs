using System.Diagnostics;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>A second user of this machine, without rights and without an account: an unused user id.</summary>
internal static class Stranger
{
    public const uint Id = 61_234;

    /// <summary>A command line as that user.</summary>
    public static string[] Line(params string[] command) =>
        ["setpriv", $"--reuid={Id}", $"--regid={Id}", "--clear-groups", .. command];

    /// <summary>A folder in which every user may create files, like /tmp.</summary>
    public static string SharedFolder(string path)
    {
        Directory.CreateDirectory(path);
        File.SetUnixFileMode(path, (UnixFileMode)0b1_111_111_111);
        return path;
    }

    /// <summary>Runs a shell script as that user to its end and returns its output.</summary>
    public static string Run(string script)
    {
        var line = Line("sh", "-c", script);
        using var process = Process.Start(new ProcessStartInfo(line[0], line[1..])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = "/",
        })!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd() + errors.Result;
        process.WaitForExit();
        return output;
    }

    /// <summary>A Python program of that user, which prints "ready" and runs until Dispose.</summary>
    public static LiveProgram Python(string script, params string[] arguments) =>
        new(Line(["/usr/bin/python3", "-u", "-c", script, .. arguments]));
}
