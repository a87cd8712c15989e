namespace Unpause.Services.Tests.Watch.Metrics;

/// <summary>Grafana's dashboard in <c>packaging/watch</c>.</summary>
internal static class Dashboard
{
    /// <summary>All of it.</summary>
    public static JsonElement Read() =>
        JsonDocument.Parse(File.ReadAllBytes(RepositoryFolder.File("packaging", "watch", "grafana-dashboard.json"))).RootElement;

    /// <summary>The expressions of its panels, with Grafana's variables filled in.</summary>
    public static IReadOnlyList<string> Expressions() => [.. Read().GetProperty("panels").EnumerateArray()
        .SelectMany(panel => panel.GetProperty("targets").EnumerateArray())
        .Select(target => target.GetProperty("expr").GetString()!
            .Replace("$__rate_interval", "1m", StringComparison.Ordinal).Replace("$service", ".*", StringComparison.Ordinal))];
}
