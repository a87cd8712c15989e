using System.ComponentModel;

namespace Unpause.Services.Mcp;

/// <summary>Runs <c>unpause</c> for tools: some commands at once, each bounded in time.</summary>
internal sealed class CommandRunner(string program) : IDisposable
{
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
            return await UnpauseChild.RunAsync(program, arguments, isPatient: false, bounded.Token).ConfigureAwait(false)
                ?? throw new ToolRefusal(ToolRefusal.TooLarge, "the report is larger than 64 MiB; name fewer files, or a subfolder");
        }
        catch (OperationCanceledException) when (!either.IsCancellationRequested)
        {
            throw new ToolRefusal(
                ToolRefusal.TooLong,
                $"unpause did not end within {ServiceLimits.MostTime.TotalSeconds:0} s; name fewer files, or run it in a terminal");
        }
        catch (Win32Exception failure)
        {
            throw new ToolRefusal(ToolRefusal.Failed, $"unpause cannot be started: {failure.Message}");
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
}
