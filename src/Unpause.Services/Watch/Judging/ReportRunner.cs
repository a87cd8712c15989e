using System.Diagnostics;

namespace Unpause.Services.Watch.Judging;

/// <summary>
/// Runs <c>unpause report</c> as a child with low priority, one at a time: its memory is gone when it ends, and a recording that makes a
/// reader fail ends only the child.
/// </summary>
/// <param name="program">The program <c>unpause</c>.</param>
internal sealed class ReportRunner(string program)
{
    private const int MostReportBytes = 64 << 20;
    private static readonly TimeSpan MostTime = TimeSpan.FromSeconds(60);

    private readonly SemaphoreSlim _free = new(1);

    /// <summary>Gives the report's JSON. Null where there is none.</summary>
    /// <param name="arguments">Paths and options.</param>
    public async Task<byte[]?> RunAsync(IReadOnlyList<string> arguments, CancellationToken stop) =>
        await InTurnAsync(["report", .. arguments, "--format", "json"], stop).ConfigureAwait(false) is { Length: > 0 } output
            ? output
            : null;

    /// <summary>Writes the report's page.</summary>
    /// <param name="arguments">Paths and options.</param>
    /// <param name="page">Where the page goes.</param>
    public Task WritePageAsync(IReadOnlyList<string> arguments, string page, CancellationToken stop) =>
        InTurnAsync(["report", .. arguments, "-o", page, "-q"], stop);

    private async Task<byte[]> InTurnAsync(IReadOnlyList<string> arguments, CancellationToken stop)
    {
        await _free.WaitAsync(stop).ConfigureAwait(false);
        try
        {
            using var bounded = CancellationTokenSource.CreateLinkedTokenSource(stop);
            bounded.CancelAfter(MostTime);
            return await OneAsync(arguments, bounded.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            return [];
        }
        finally
        {
            _free.Release();
        }
    }

    private async Task<byte[]> OneAsync(IReadOnlyList<string> arguments, CancellationToken stop)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        };
        foreach (var name in start.Environment.Keys.Where(name => name.StartsWith("UNPAUSE_", StringComparison.Ordinal)).ToList())
            start.Environment.Remove(name);
        using var child = Process.Start(start)!;
        try
        {
            child.PriorityClass = ProcessPriorityClass.BelowNormal;
            child.StandardInput.Close();
            var errors = child.StandardError.ReadToEndAsync(stop);
            using var all = new MemoryStream();
            var block = new byte[64 * 1024];
            while (await child.StandardOutput.BaseStream.ReadAsync(block, stop).ConfigureAwait(false) is var read and > 0)
            {
                if (all.Length + read > MostReportBytes) return [];
                all.Write(block, 0, read);
            }

            await errors.ConfigureAwait(false);
            await child.WaitForExitAsync(stop).ConfigureAwait(false);
            return all.ToArray();
        }
        finally
        {
            if (!child.HasExited) child.Kill(entireProcessTree: true);
        }
    }
}
