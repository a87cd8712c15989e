using System.ComponentModel;
using System.Diagnostics;

namespace Unpause.Services;

/// <summary>
/// Runs <c>unpause</c> as a child: an answer is what the command line prints, and a recording that makes a reader fail ends the child
/// only. No shell: each argument is one word. The child gets no option of the environment (<c>UNPAUSE_…</c>) nor of a
/// <c>.unpause.yaml</c>, because some of them write files.
/// </summary>
internal static class UnpauseChild
{
    // In no folder that others may write, and there can be no .unpause.yaml in it.
    private const string WorkingFolder = "/proc/self/task";

    private static readonly string[] Inherited = ["PATH", "HOME", "TZ", "LANG", "LC_ALL", "DOTNET_ROOT"];

    /// <summary>Runs a command to its end; null where its document is larger than <see cref="ServiceLimits.MostDocumentBytes"/>.</summary>
    /// <param name="isPatient">Whether other programs come first on the processors.</param>
    /// <exception cref="Win32Exception">It cannot be started.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled; the child has been ended.</exception>
    public static async Task<CommandOutcome?> RunAsync(
        string program, IReadOnlyList<string> arguments, bool isPatient, CancellationToken cancelled)
    {
        using var child = Process.Start(Describe(program, arguments))!;
        // The process does not close them.
        using var output = child.StandardOutput;
        using var error = child.StandardError;
        try
        {
            if (isPatient) LetOthersFirst(child);
            child.StandardInput.Close();
            var errors = FirstCharsAsync(error, cancelled);
            if (await DocumentAsync(output.BaseStream, cancelled).ConfigureAwait(false) is not { } document) return null;
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

    private static ProcessStartInfo Describe(string program, IReadOnlyList<string> arguments)
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

        return start;
    }

    private static void LetOthersFirst(Process child)
    {
        try
        {
            child.PriorityClass = ProcessPriorityClass.BelowNormal;
        }
        catch (Exception e) when (e is Win32Exception or InvalidOperationException)
        {
            // It has ended already.
        }
    }

    private static async Task<byte[]?> DocumentAsync(Stream output, CancellationToken cancelled)
    {
        using var all = new MemoryStream();
        var block = new byte[64 * 1024];
        while (await output.ReadAsync(block, cancelled).ConfigureAwait(false) is var read and > 0)
        {
            if (all.Length + read > ServiceLimits.MostDocumentBytes) return null;
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
