namespace Unpause.Bench.App;

/// <summary>A checksum of a request's result, independent of the order of its elements.</summary>
internal readonly record struct Answer(long Count, long Sum)
{
    public static Answer operator +(Answer left, Answer right) => new(left.Count + right.Count, left.Sum + right.Sum);
}
