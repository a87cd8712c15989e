using System.Diagnostics;

namespace Unpause.Cli.Tests;

/// <summary>Runs the command line as a process, as a user does.</summary>
internal static class Cli
{
    /// <summary>What <c>dotnet</c> runs.</summary>
    public static readonly string Dll = Path.Combine(AppContext.BaseDirectory, "Unpause.Cli.dll");

    /// <summary>Starts unpause: the native binary that ./test names, or the build beside the tests.</summary>
    public static readonly string[] Command =
        Environment.GetEnvironmentVariable("UNPAUSE_TESTED") is { Length: > 0 } native ? [native] : ["dotnet", Dll];

    /// <summary>The same for a shell.</summary>
    public static readonly string InShell = string.Join(' ', Command);

    /// <summary>Starts unpause with signals as a terminal leaves them: nohup and a shell's background job ignore some.</summary>
    public static readonly string[] CommandForSignals = ["env", "--default-signal=HUP,INT,QUIT", .. Command];

    /// <summary>What came of a command.</summary>
    public sealed record Result(string Output, string Error, int ExitCode)
    {
        public override string ToString() => $"exit {ExitCode}\n--- stdout\n{Output}\n--- stderr\n{Error}";
    }

    /// <summary>Runs unpause with arguments.</summary>
    public static Result Unpause(params string[] arguments) => Start([.. Command, .. arguments], null, null, null);

    /// <summary>Runs unpause with bytes on its standard input.</summary>
    public static Result UnpauseFed(byte[] input, params string[] arguments) => Start([.. Command, .. arguments], input, null, null);

    /// <summary>Runs unpause in a folder, with more environment.</summary>
    public static Result UnpauseIn(string folder, IReadOnlyDictionary<string, string?> environment, params string[] arguments) =>
        Start([.. Command, .. arguments], null, folder, environment);

    /// <summary>Runs any program to its end.</summary>
    public static Result Program(string folder, params string[] command) => Start(command, null, folder, null);

    private static Result Start(string[] command, byte[]? input, string? folder, IReadOnlyDictionary<string, string?>? environment)
    {
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder ?? "",
        };
        foreach (var (name, value) in environment ?? new Dictionary<string, string?>()) start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var error = process.StandardError.ReadToEndAsync();
        try
        {
            if (input is not null) process.StandardInput.BaseStream.Write(input);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The program ended before it read all of its input; its exit code shows the result.
        }

        process.WaitForExit();
        return new Result(output.Result, error.Result, process.ExitCode);
    }
}
