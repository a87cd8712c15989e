namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>ClickHouse did not do what it was asked.</summary>
/// <param name="isTransient">Whether the same may succeed later: it was away, too slow, or out of memory or disk.</param>
internal sealed class ClickHouseFailure(string message, bool isTransient, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Whether the same may succeed later.</summary>
    public bool IsTransient { get; } = isTransient;
}
