namespace Unpause.Requests.Attribution.Clocks;

/// <summary>What the data say of the stamps of requests.</summary>
internal enum StampReading
{
    /// <summary>There was nothing to ask: the source stamps both ends.</summary>
    Known,

    /// <summary>The reading as taken fits.</summary>
    AsRead,

    /// <summary>Only the other reading fits.</summary>
    Other,

    /// <summary>Both fit about as well.</summary>
    Both,

    /// <summary>Neither is beyond chance.</summary>
    Untold,
}
