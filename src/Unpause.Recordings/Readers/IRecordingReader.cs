namespace Unpause.Recordings.Readers;

/// <summary>
/// Turns the bytes of one format into recordings, in one forward pass. It never throws on content: what it does not
/// understand it counts in <see cref="Coverage"/>. A reader is created for one input and used once.
/// </summary>
public interface IRecordingReader
{
    /// <summary>Reads to the end of the stream.</summary>
    /// <param name="stream">The bytes, from the start; forward only, possibly a pipe, already unpacked.</param>
    /// <param name="context">What is known about the input from outside.</param>
    /// <returns>One recording for each process in the input; empty when there is none after all.</returns>
    IReadOnlyList<Recording> Read(Stream stream, ReadContext context);

    /// <summary>Why <see cref="Read"/> returned nothing, as a phrase that follows "but"; null when the input is just empty.</summary>
    string? Fault => null;
}
