using System.Diagnostics;

namespace Unpause.Services.Watch.Notifying;

/// <summary>
/// A program that gets alerts as JSON on standard input: no shell, an empty environment except a usual PATH, bounded in time. It runs as
/// the judge's user, which owns nothing.
/// </summary>
/// <param name="command">The program with its arguments.</param>
internal sealed class CommandTarget(IReadOnlyList<string> command) : IAlertTarget
{
    private const string UsualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /// <inheritdoc/>
    public string Name { get; } = $"command {Path.GetFileName(command[0])}";

    /// <summary>A command that fails is tried a few times: it may have done a part of its work.</summary>
    public TimeSpan MostAge { get; } = TimeSpan.FromSeconds(20);

    /// <inheritdoc/>
    public TimeSpan? RepeatEvery => null;

    /// <inheritdoc/>
    public async Task SendAsync(IReadOnlyList<AlertNotice> notices, CancellationToken stop)
    {
        var news = notices.Where(notice => !notice.IsKnown).ToList();
        if (news.Count == 0) return;
        var start = new ProcessStartInfo(command[0], command.Skip(1))
        {
            UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
            WorkingDirectory = "/",
        };
        start.Environment.Clear();
        start.Environment["PATH"] = UsualPath;
        using var bounded = CancellationTokenSource.CreateLinkedTokenSource(stop);
        bounded.CancelAfter(ServiceLimits.MostCommandTime);
        try
        {
            using var child = Process.Start(start)!;
            try
            {
                var printed = Task.WhenAll(
                    child.StandardOutput.BaseStream.CopyToAsync(Stream.Null, bounded.Token),
                    child.StandardError.BaseStream.CopyToAsync(Stream.Null, bounded.Token));
                await WriteAsync(child, AlertJson.Message(news), bounded.Token).ConfigureAwait(false);
                await child.WaitForExitAsync(bounded.Token).ConfigureAwait(false);
                await printed.ConfigureAwait(false);
                if (child.ExitCode != 0) throw new DeliveryException($"exit code {child.ExitCode}");
            }
            finally
            {
                if (!child.HasExited) child.Kill(entireProcessTree: true);
            }
        }
        catch (System.ComponentModel.Win32Exception failure)
        {
            throw new DeliveryException(failure.Message);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new DeliveryException($"it did not end in {ServiceLimits.MostCommandTime.TotalSeconds:0} s") { IsFinal = true };
        }
    }

    /// <inheritdoc/>
    public Task RepeatAsync(CancellationToken stop) => Task.CompletedTask;

    /// <inheritdoc/>
    public void Dispose()
    {
        // Each run has ended with its message.
    }

    private static async Task WriteAsync(Process child, byte[] json, CancellationToken stop)
    {
        try
        {
            await child.StandardInput.BaseStream.WriteAsync(json, stop).ConfigureAwait(false);
            child.StandardInput.Close();
        }
        catch (IOException)
        {
            // It ended without reading all: its exit code counts.
        }
    }
}
