using System.Diagnostics;

namespace Unpause.Tests.Settings;

/// <summary>A program that was started, with all that it printed.</summary>
/// <param name="ExitCode">How it ended.</param>
/// <param name="Output">On standard output.</param>
/// <param name="Error">On standard error.</param>
internal sealed record StartedProgram(int ExitCode, string Output, string Error)
{
    /// <summary>Runs a program to its end.</summary>
    public static StartedProgram Run(string program, IEnumerable<string> arguments, params (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo(program) { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        foreach (var argument in arguments) start.ArgumentList.Add(argument);
        foreach (var (name, value) in environment) start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return new(process.ExitCode, output, error.Result);
    }

    /// <summary>The value behind a name in lines of <c>name=value</c>.</summary>
    public string Value(string name) =>
        Output.Split('\n').First(line => line.StartsWith($"{name}=", StringComparison.Ordinal))[(name.Length + 1)..];
}
