namespace Unpause.Services.Watch.Notifying;

/// <summary>An address that gets alerts as JSON.</summary>
/// <param name="address">Of the configuration only.</param>
internal sealed class WebhookTarget(Uri address) : IAlertTarget
{
    private readonly HttpDelivery _http = new(address);

    /// <inheritdoc/>
    public string Name { get; } = $"webhook {HttpDelivery.Place(address)}";

    /// <inheritdoc/>
    public TimeSpan MostAge { get; } = TimeSpan.FromMinutes(15);

    /// <inheritdoc/>
    public TimeSpan? RepeatEvery => null;

    /// <inheritdoc/>
    public async Task SendAsync(IReadOnlyList<AlertNotice> notices, CancellationToken stop)
    {
        var news = notices.Where(notice => !notice.IsKnown).ToList();
        if (news.Count > 0) await _http.PostAsync(AlertJson.Message(news), stop).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public Task RepeatAsync(CancellationToken stop) => Task.CompletedTask;

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();
}
