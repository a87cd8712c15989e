namespace Unpause.Requests.Otlp;

/// <summary>How OTLP messages are framed in a file.</summary>
internal enum ProtobufFraming
{
    None,

    /// <summary>One message, the file's whole content (or several, which protobuf reads as one).</summary>
    Bare,

    /// <summary>Each message after its length in four bytes, big-endian: the collector's file exporter.</summary>
    FixedLength,

    /// <summary>Each message after its length as a varint: writeDelimitedTo.</summary>
    VarintLength,
}
