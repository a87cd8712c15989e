using System.Diagnostics;

namespace Unpause.Tests.Settings;

/// <summary>A finished process with its output.</summary>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Output">Its standard output.</param>
/// <param name="Error">Its standard error.</param>
internal sealed record StartedProgram(int ExitCode, string Output, string Error)
{
    /// <summary>Runs a program until it exits.</summary>
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

    /// <summary>Finds the value of a name in lines of <c>name=value</c>.</summary>
    public string Value(string name) =>
        Output.Split('\n').First(line => line.StartsWith($"{name}=", StringComparison.Ordinal))[(name.Length + 1)..];
}
