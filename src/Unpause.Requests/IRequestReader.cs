namespace Unpause.Requests;

/// <summary>
/// Turns the bytes of one format into requests or spans, in one forward pass. It never throws on content: what it
/// does not understand it counts in the set's coverage. Created for one input, used once.
/// </summary>
internal interface IRequestReader
{
    /// <summary>Reads to the end of the stream.</summary>
    /// <param name="stream">The bytes, forward only, already unpacked.</param>
    /// <param name="linesBefore">Lines of the input before the stream's position.</param>
    void Read(Stream stream, long linesBefore);
}
