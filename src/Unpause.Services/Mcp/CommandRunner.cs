using System.ComponentModel;
using System.Diagnostics;

namespace Unpause.Services.Mcp;

/// <summary>
/// Runs <c>unpause</c> as a child: an answer is what the command line prints, and a recording that makes a reader fail ends the child
/// only. No shell: each argument is one word. The child gets no option of the environment (<c>UNPAUSE_…</c>) nor of a
/// <c>.unpause.yaml</c>, because some of them write files.
/// </summary>
internal sealed class CommandRunner(string program) : IDisposable
{
    // In no folder that the agent may read, and there can be no .unpause.yaml in it.
    private const string WorkingFolder = "/proc/self/task";

    private static readonly string[] Inherited = ["PATH", "HOME", "TZ", "LANG", "LC_ALL", "DOTNET_ROOT"];

    private readonly SemaphoreSlim _free = new(ServiceLimits.MostCommands);
    private readonly CancellationTokenSource _stopping = new();
    private int _running;

    /// <summary>Runs a command to its end.</summary>
    /// <exception cref="ToolRefusal">It took too long, printed too much, or cannot be started.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled; the child has been ended.</exception>
    public async Task<CommandOutcome> RunAsync(IReadOnlyList<string> arguments, CancellationToken cancelled)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancelled, _stopping.Token);
        using var bounded = CancellationTokenSource.CreateLinkedTokenSource(either.Token);
        await _free.WaitAsync(either.Token).ConfigureAwait(false);
        Interlocked.Increment(ref _running);
        try
        {
            bounded.CancelAfter(ServiceLimits.MostTime);
            return await RunOneAsync(arguments, bounded.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!either.IsCancellationRequested)
        {
            throw new ToolRefusal(
                ToolRefusal.TooLong,
                $"unpause did not end within {ServiceLimits.MostTime.TotalSeconds:0} s; name fewer files, or run it in a terminal");
        }
        finally
        {
            Interlocked.Decrement(ref _running);
            _free.Release();
        }
    }

    /// <summary>Ends all commands: nobody waits for their answers.</summary>
    public void Stop() => _stopping.Cancel();

    /// <summary>Waits until all commands have ended.</summary>
    public void Await() => SpinWait.SpinUntil(() => Volatile.Read(ref _running) == 0, ServiceLimits.MostEnding);

    public void Dispose()
    {
        _free.Dispose();
        _stopping.Dispose();
    }

    private async Task<CommandOutcome> RunOneAsync(IReadOnlyList<string> arguments, CancellationToken cancelled)
    {
        using var child = Start(arguments);
        // The process does not close them.
        using var output = child.StandardOutput;
        using var error = child.StandardError;
        try
        {
            child.StandardInput.Close();
            var errors = FirstCharsAsync(error, cancelled);
            var document = await DocumentAsync(output.BaseStream, cancelled).ConfigureAwait(false);
            var messages = await errors.ConfigureAwait(false);
            await child.WaitForExitAsync(cancelled).ConfigureAwait(false);
            return new CommandOutcome(arguments, child.ExitCode, document, messages);
        }
        finally
        {
            // As root, unpause has a child of its own, which reads.
            if (!child.HasExited) child.Kill(entireProcessTree: true);
        }
    }

    private Process Start(IReadOnlyList<string> arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardErrorEncoding = Encoding.UTF8,
            WorkingDirectory = Directory.Exists(WorkingFolder) ? WorkingFolder : "/",
        };
        var kept = Inherited.Select(name => (name, Value: Environment.GetEnvironmentVariable(name))).ToList();
        start.Environment.Clear();
        foreach (var (name, value) in kept)
        {
            if (value is not null) start.Environment[name] = value;
        }

        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception failure)
        {
            throw new ToolRefusal(ToolRefusal.Failed, $"unpause cannot be started: {failure.Message}");
        }
    }

    private static async Task<byte[]> DocumentAsync(Stream output, CancellationToken cancelled)
    {
        using var all = new MemoryStream();
        var block = new byte[64 * 1024];
        while (await output.ReadAsync(block, cancelled).ConfigureAwait(false) is var read and > 0)
        {
            if (all.Length + read > ServiceLimits.MostDocumentBytes)
                throw new ToolRefusal(ToolRefusal.TooLarge, "the report is larger than 64 MiB; name fewer files, or a subfolder");
            all.Write(block, 0, read);
        }

        return all.ToArray();
    }

    /// <summary>The first characters; the rest is read and dropped, so that the child does not wait.</summary>
    private static async Task<string> FirstCharsAsync(StreamReader errors, CancellationToken cancelled)
    {
        var kept = new StringBuilder();
        var block = new char[4096];
        while (await errors.ReadAsync(block, cancelled).ConfigureAwait(false) is var read and > 0)
            kept.Append(block, 0, Math.Min(read, ServiceLimits.MostMessageChars - kept.Length));
        return kept.ToString();
    }
}

/// <summary>What a command printed.</summary>
/// <param name="Arguments">Its arguments.</param>
/// <param name="ExitCode">As in the README of unpause.</param>
/// <param name="Document">Standard output: a JSON document, or nothing.</param>
/// <param name="Messages">Standard error.</param>
internal sealed record CommandOutcome(IReadOnlyList<string> Arguments, int ExitCode, byte[] Document, string Messages)
{
    private const string Prefix = "unpause: ";

    /// <summary>Its lines without the program's name, cut and escaped.</summary>
    public IEnumerable<string> Lines() => Messages.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Select(line => RecordedText.Shorten(line.StartsWith(Prefix, StringComparison.Ordinal) ? line[Prefix.Length..] : line, 400));

    /// <summary>The reason why there is no document.</summary>
    public string Reason() => Lines().FirstOrDefault() ?? $"unpause ended with exit code {ExitCode} and no message";
}
