using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace Unpause.Recorder.Tests;

/// <summary>Starts the recorder as a separate process, in a scratch folder that Dispose removes with all recordings.</summary>
internal sealed class Recorder : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    public Recorder()
    {
        Scratch = Directory.CreateTempSubdirectory("unpause-test-").FullName;
        File.SetUnixFileMode(Scratch, Files.RunFolder.ReadableByAll);
    }

    /// <summary>A private folder; also the recorder's TMPDIR.</summary>
    public string Scratch { get; }

    /// <summary>Options of the recorder's process, before `--`.</summary>
    public List<string> Options { get; } = [];

    /// <summary>Whether programs may change their user: a recorder that is root then records some of them by attaching.</summary>
    public bool ProgramsMayChangeUser { get; init; }

    /// <summary>Variables to set (null: to remove) for the recorder.</summary>
    public Dictionary<string, string?> Environment { get; } = new(StringComparer.Ordinal);

    public string ResultFile => Path.Combine(Scratch, "result.json");

    public RecorderReport Report => JsonSerializer.Deserialize<RecorderReport>(File.ReadAllText(ResultFile))!;

    /// <summary>The dotnet whose runtime runs the tests.</summary>
    public static string Dotnet { get; } = Path.GetFullPath("../../../dotnet", RuntimeEnvironment.GetRuntimeDirectory());

    public static string Assembly => typeof(Recorder).Assembly.Location;

    public static string ProgramFile(string name) => Path.Combine(Path.GetDirectoryName(Assembly)!, "Programs", name);

    /// <summary>The recorder's own command line, for a shell script or a driver to start.</summary>
    public List<string> CommandLine(params string[] command) =>
        [.. Rights, Dotnet, Assembly, ResultFile, .. Options, "--", .. command];

    private string[] Rights => System.Environment.IsPrivilegedProcess && !ProgramsMayChangeUser
        ? ["setpriv", "--bounding-set", "-setuid"]
        : [];

    /// <summary>The command line, quoted for sh.</summary>
    public string ShellLine(params string[] command) => string.Join(' ', CommandLine(command).Select(Quote));

    public static string Quote(string text) => $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    public Process Start(params string[] command) => StartAnything(CommandLine(command));

    /// <summary>Starts any command line with the recorder's environment and piped streams.</summary>
    public Process StartAnything(IReadOnlyList<string> commandLine)
    {
        var start = new ProcessStartInfo(commandLine[0], commandLine.Skip(1))
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = Scratch,
        };
        start.Environment["TMPDIR"] = Scratch;
        foreach (var (name, value) in Environment)
        {
            if (value is null) start.Environment.Remove(name);
            else start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    /// <summary>Runs to the end and returns the streams and the exit code.</summary>
    public Output Run(params string[] command) => Finish(Start(command), []);

    public Output RunWithInput(byte[] input, params string[] command) => Finish(Start(command), input);

    public Output RunAnything(params string[] commandLine) => Finish(StartAnything(commandLine), []);

    public static Output Finish(Process process, byte[] input)
    {
        using (process)
        {
            var stdout = ReadAll(process.StandardOutput.BaseStream);
            var stderr = ReadAll(process.StandardError.BaseStream);
            var writing = Task.Run(() =>
            {
                process.StandardInput.BaseStream.Write(input);
                process.StandardInput.Close();
            });
            if (!process.WaitForExit(Deadline))
            {
                process.Kill(entireProcessTree: true);
                throw new TimeoutException("the recorder did not end");
            }

            writing.Wait(Deadline);
            return new Output(process.ExitCode, stdout.Result, stderr.Result);
        }
    }

    public void Dispose() => Directory.Delete(Scratch, recursive: true);

    private static Task<byte[]> ReadAll(Stream stream) => Task.Run(() =>
    {
        using var memory = new MemoryStream();
        stream.CopyTo(memory);
        return memory.ToArray();
    });
}

/// <summary>What a finished process wrote and returned.</summary>
internal sealed record Output(int ExitCode, byte[] Stdout, byte[] Stderr)
{
    public string Text => Encoding.UTF8.GetString(Stdout);

    public string ErrorText => Encoding.UTF8.GetString(Stderr);
}
