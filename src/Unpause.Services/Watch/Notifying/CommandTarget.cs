namespace Unpause.Services.Watch.Notifying;

/// <summary>A program that gets alerts as JSON on standard input. It runs as the judge's user, which owns nothing.</summary>
/// <param name="command">The program with its arguments.</param>
internal sealed class CommandTarget(IReadOnlyList<string> command) : IAlertTarget
{
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
        var (code, _, _) = await BoundedChild.RunAsync(command, AlertJson.Message(news), [], stop).ConfigureAwait(false);
        if (code != 0) throw new DeliveryException($"exit code {code}");
    }

    /// <inheritdoc/>
    public Task RepeatAsync(CancellationToken stop) => Task.CompletedTask;

    /// <inheritdoc/>
    public void Dispose()
    {
        // Each run has ended with its message.
    }
}
