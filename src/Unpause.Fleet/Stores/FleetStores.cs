using Unpause.Fleet.Stores.Duck;
using Unpause.Recordings;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Stores;

/// <summary>Opens the store that a request names.</summary>
internal static class FleetStores
{
    private const int MostSecretBytes = 4096;

    /// <summary>The store.</summary>
    /// <exception cref="UserMistake">There is none, or more than one.</exception>
    public static async Task<IFleetStore> OpenAsync(FleetRequest asked, CancellationToken stop)
    {
        await Task.CompletedTask.ConfigureAwait(false);
        return FolderStore.Open(asked, stop);
    }
}
