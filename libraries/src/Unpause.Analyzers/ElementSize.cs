using Microsoft.CodeAnalysis;

namespace Unpause.Analyzers;

/// <summary>How large an element is in a collection's largest array.</summary>
internal static class ElementSize
{
    // 85,000 less an array's own 24 bytes.
    private const long MaxArrayBytes = 84_975;

    // Structs in structs; deeper ones are counted as a byte.
    private const int MaxDepth = 8;

    /// <summary>Whether this many elements of the collection make a large object.</summary>
    internal static bool IsLarge(ITypeSymbol collection, long count) => count > 0 && count > MaxArrayBytes / ElementBytes(collection);

    /// <summary>Bytes that one element takes in the largest array: for the hashed ones with its hash and its link.</summary>
    private static long ElementBytes(ITypeSymbol collection)
    {
        if (collection is IArrayTypeSymbol array) return Size(array.ElementType, depth: 0);
        var named = (INamedTypeSymbol)collection;
        var bytes = named.TypeArguments.Sum(argument => Size(argument, depth: 0));
        return named.Name is "HashSet" or "Dictionary" ? bytes + 8 : bytes;
    }

    /// <summary>A lower bound of a type's size: padding is left out, and an unknown type counts as one byte.</summary>
    private static long Size(ITypeSymbol type, int depth)
    {
        if (type.IsReferenceType) return 8;
        if (type is INamedTypeSymbol { EnumUnderlyingType: { } underlying }) return Size(underlying, depth);
        // The compiler sees reference assemblies, which leave fields of the framework's own structs out.
        if (type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T, TypeArguments: var inner })
        {
            return Size(inner[0], depth) + 1;
        }

        switch (type.SpecialType)
        {
            case SpecialType.System_Boolean or SpecialType.System_Byte or SpecialType.System_SByte: return 1;
            case SpecialType.System_Char or SpecialType.System_Int16 or SpecialType.System_UInt16: return 2;
            case SpecialType.System_Int32 or SpecialType.System_UInt32 or SpecialType.System_Single: return 4;
            case SpecialType.System_Decimal: return 16;
            case SpecialType.None when type is { Name: "Guid" or "DateTimeOffset", ContainingNamespace.Name: "System" }: return 16;
            case SpecialType.None when type is { Name: "TimeSpan", ContainingNamespace.Name: "System" }: return 8;
            case SpecialType.None when type.TypeKind == TypeKind.Struct && depth < MaxDepth:
                // A tuple whose elements have names lists each of them twice.
                var fields = type is INamedTypeSymbol { IsTupleType: true } tuple
                    ? tuple.TupleElements
                    : type.GetMembers().OfType<IFieldSymbol>().Where(field => !field.IsStatic);
                return Math.Max(1, fields.Sum(field => Size(field.Type, depth + 1)));
            case SpecialType.None: return 1;
            default: return 8;
        }
    }
}
