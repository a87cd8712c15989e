using System.ComponentModel;

namespace Unpause.Services.Watch.Judging;

/// <summary>Runs <c>unpause report</c> with low priority, one at a time: its memory is gone when it ends.</summary>
/// <param name="program">The program <c>unpause</c>.</param>
internal sealed class ReportRunner(string program)
{
    private readonly SemaphoreSlim _free = new(1);

    /// <summary>The longest time of one; what takes longer is ended.</summary>
    public TimeSpan MostTime { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Gives the report's JSON. Null where there is none.</summary>
    /// <param name="arguments">Paths and options.</param>
    public async Task<byte[]?> RunAsync(IReadOnlyList<string> arguments, CancellationToken stop) =>
        await InTurnAsync(["report", .. arguments, "--format", "json"], stop).ConfigureAwait(false) is { Document: { Length: > 0 } report }
            ? report
            : null;

    /// <summary>Gives the JSON of <c>unpause compare</c>; null where there is none.</summary>
    /// <param name="before">A folder with the reports before.</param>
    /// <param name="after">The same after.</param>
    public async Task<byte[]?> CompareAsync(string before, string after, CancellationToken stop) =>
        (await InTurnAsync(["compare", before, after, "--format", "json"], stop).ConfigureAwait(false))?.Document;

    /// <summary>Writes the report's page.</summary>
    /// <param name="arguments">Paths and options.</param>
    /// <param name="page">Where the page goes.</param>
    public Task WritePageAsync(IReadOnlyList<string> arguments, string page, CancellationToken stop) =>
        InTurnAsync(["report", .. arguments, "-o", page, "-q"], stop);

    private async Task<CommandOutcome?> InTurnAsync(IReadOnlyList<string> arguments, CancellationToken stop)
    {
        await _free.WaitAsync(stop).ConfigureAwait(false);
        try
        {
            using var bounded = CancellationTokenSource.CreateLinkedTokenSource(stop);
            bounded.CancelAfter(MostTime);
            return await UnpauseChild.RunAsync(program, arguments, isPatient: true, bounded.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            return null;
        }
        catch (Win32Exception failure)
        {
            Console.Error.WriteLine($"unpause watch: no report is made, because {program} cannot be started: {failure.Message}");
            return null;
        }
        finally
        {
            _free.Release();
        }
    }
}
