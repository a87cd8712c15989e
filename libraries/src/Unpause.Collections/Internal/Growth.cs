namespace Unpause.Collections;

/// <summary>How a small table grows: fourfold, which spares half of the copies and of the relinking, then twofold.</summary>
internal static class Growth
{
    private const int FewEntries = 256;
    private const int FewBuckets = 4096;

    internal static long OfEntries(long length) => length < FewEntries ? 4 * length : 2 * length;

    /// <summary>Buckets are cheaper to have than to fill again.</summary>
    internal static long OfBuckets(long limit) => limit < FewBuckets ? 4 * limit : 2 * limit;
}
