using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.Versioning;
using System.Text.Json;
using Unpause.Recorder.Posix;
using Unpause.Reports.Fleets;

namespace Unpause.Cli.Fleets;

/// <summary>
/// The program <c>unpause-fleet</c>, which lies beside this one: it gets a <see cref="FleetRequest"/> on standard input. Its answer is on
/// standard output, and what it has to say to the user on standard error, which is ours.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class FleetProgram
{
    private const string Name = "unpause-fleet";

    /// <summary>A document of 2,000 services has less than a tenth.</summary>
    private const int MostBytes = 64 << 20;

    private const int BlockBytes = 1 << 16;

    /// <summary>SIGTERM.</summary>
    private const int Terminate = 15;

    private static readonly TimeSpan MostEnding = TimeSpan.FromSeconds(5);

    /// <summary>How long a command waits for its report to be sent, and for others that waited before it.</summary>
    private static readonly TimeSpan MostSending = TimeSpan.FromMinutes(5);

    /// <summary>Asks for a document.</summary>
    /// <param name="read">Reads the document.</param>
    /// <returns>The document; null where the program ended with another exit code, and has said why.</returns>
    /// <exception cref="UserMistake">The program is not there, or is of another version.</exception>
    public static (T? Document, int ExitCode) Ask<T>(FleetRequest request, Func<Stream, T?> read)
        where T : class
    {
        using var answer = new MemoryStream();
        var code = Run(request, answer);
        // Parts that cannot be read, and the verdict about a candidate, are in the document too.
        if (code is not (ExitCodes.Done or ExitCodes.PartlyUnreadable or ExitCodes.OverBudget or ExitCodes.NotEnoughEvidence))
            return (null, code);
        answer.Position = 0;
        try
        {
            if (read(answer) is { } document) return (document, code);
        }
        catch (Exception fault) when (fault is JsonException or NotSupportedException)
        {
            // The same as no document.
        }

        throw new UserMistake(
            $"{Name} gave an answer that unpause {ToolVersion.Text} cannot read: "
            + $"install the same version of the packages unpause and {Name}");
    }

    /// <summary>Runs it until it ends or a signal ends it; what it writes goes to standard output.</summary>
    /// <returns>Its exit code.</returns>
    public static int Run(FleetRequest request) => Run(request, null);

    /// <summary>Sends reports, and ends it when that takes too long: what is left then waits.</summary>
    /// <returns>How many arrived, and what became of the others, in lines.</returns>
    /// <exception cref="UserMistake">The program is not there.</exception>
    public static IReadOnlyList<string> Send(FleetRequest request)
    {
        using var answer = new MemoryStream();
        using var late = new CancellationTokenSource(MostSending);
        _ = Run(request, answer, late.Token);
        return late.IsCancellationRequested
            ? ["", $"not all was sent within {Quantities.Duration(MostSending.TotalNanoseconds)}"]
            : Encoding.UTF8.GetString(answer.GetBuffer(), 0, (int)answer.Length).Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>Sees that the program is there.</summary>
    /// <param name="what">What needs it.</param>
    /// <exception cref="UserMistake">It is not.</exception>
    public static void Require(string what) => _ = PathOf(what);

    private static int Run(FleetRequest request, MemoryStream? answer, CancellationToken late = default)
    {
        var program = PathOf($"unpause {FleetCommand.Name}");
        return EndSignals.Until(stop =>
        {
            using var child = Start(program, request, answer is not null);
            using var ending = stop.Register(() => End(child));
            using var lateEnding = late.Register(() => End(child));
            if (answer is not null && !Copy(child.StandardOutput.BaseStream, answer))
            {
                child.Kill();
                throw new UserMistake($"the answer has more than {Quantities.Bytes(MostBytes)}: ask for a part of the fleet, with --where");
            }

            child.WaitForExit();
            return stop.IsCancellationRequested && answer is not null ? ExitCodes.Interrupted : child.ExitCode;
        });
    }

    private static Process Start(string program, FleetRequest request, bool isRead)
    {
        Process child;
        try
        {
            child = Process.Start(new ProcessStartInfo(program)
            {
                UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = isRead,
            })!;
        }
        catch (Win32Exception fault)
        {
            throw new UserMistake($"{program} cannot be started: {PlainText.Clean(fault.Message)}");
        }

        try
        {
            var asked = request with { Parent = Environment.ProcessId };
            JsonSerializer.Serialize(child.StandardInput.BaseStream, asked, FleetRequestJson.Default.FleetRequest);
            child.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has ended, and its exit code shows the result.
        }

        return child;
    }

    /// <summary>Whether everything fitted.</summary>
    private static bool Copy(Stream from, MemoryStream to)
    {
        var block = new byte[BlockBytes];
        while (from.Read(block) is > 0 and var read)
        {
            if (to.Length + read > MostBytes) return false;
            to.Write(block, 0, read);
        }

        return true;
    }

    private static void End(Process child)
    {
        try
        {
            if (child.HasExited) return;
            _ = LibC.Kill(child.Id, Terminate);
            if (!child.WaitForExit(MostEnding)) child.Kill();
        }
        catch (InvalidOperationException)
        {
            // It has ended.
        }
    }

    private static string PathOf(string what)
    {
        var path = Path.Combine(AppContext.BaseDirectory, Name);
        if (File.Exists(path)) return path;
        throw new UserMistake(
            $"{Name} is not in {AppContext.BaseDirectory}: {what} needs it; it is in the package {Name} for Linux");
    }
}
