namespace Unpause.Requests;

/// <summary>A span's position in its input.</summary>
/// <param name="Start">Its first byte.</param>
/// <param name="End">The byte after its last.</param>
/// <param name="Element">Whether it is an element of a list; else it is a whole document (Zipkin, a span a
/// line) or a list's only, bare element.</param>
internal readonly record struct SpanPlace(long Start, long End, bool Element);
