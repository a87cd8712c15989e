using Unpause.Fleet.Stores.ClickHouse;
using Unpause.Fleet.Stores.Duck;
using Unpause.Fleet.Stores.Prometheus;
using Unpause.Recordings;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Stores;

/// <summary>Opens the store that a request names.</summary>
internal static class FleetStores
{
    private const int MostSecretBytes = 4096;

    /// <summary>The store.</summary>
    /// <exception cref="UserMistake">There is none.</exception>
    public static async Task<IFleetStore> OpenAsync(FleetRequest asked, CancellationToken stop)
    {
        if (asked.Prometheus is { } address) return new PrometheusStore(AddressOf(address), SecretOf(asked.SecretFile),
            DateTimeOffset.UtcNow);
        if (asked.Store is { } store)
            return await ClickHouseStore.OpenAsync(ClickHouseAddress.Parse(store, SecretOf(asked.SecretFile)), stop).ConfigureAwait(false);
        return FolderStore.Open(asked, stop);
    }

    private static Uri AddressOf(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is "http" or "https"
        ? address
        : throw new UserMistake($"{text} is no address of Prometheus: write http://HOST:9090");

    /// <summary>The secret in a file; null without one.</summary>
    /// <exception cref="UserMistake">It is none.</exception>
    public static string? SecretOf(string? path)
    {
        if (path is null) return null;
        var file = new FileInfo(path);
        if (!file.Exists || file.Length > MostSecretBytes) throw new UserMistake($"{path} is no file with a secret");
        return File.ReadAllText(path).Trim();
    }
}
