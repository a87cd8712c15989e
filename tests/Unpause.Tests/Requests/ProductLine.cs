using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>A real record of one product and its content.</summary>
/// <param name="Format">The name in <see cref="RequestSet.Format"/>.</param>
/// <param name="Text">The record, with its header if it has one.</param>
/// <param name="Start">When the request began, UTC, ISO 8601.</param>
/// <param name="Milliseconds">How long it took.</param>
/// <param name="Name">The request's name; empty when the record doesn't have it.</param>
/// <param name="Stamp">The moment of the product's timestamp.</param>
/// <param name="Source">The source of the record.</param>
internal sealed record ProductLine(
    string Format, string Text, string Start, double Milliseconds, string Name, TimestampMeaning Stamp, string Source);
