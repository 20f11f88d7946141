import { parseAbi } from "viem";
import bytecode from "@/tests/support/chain/bytecode.json" with { type: "json" };

// bytecode.json is token.sol by solc 0.8.30 (the npm package): evmVersion paris, optimizer on with 200 runs,
// metadata.appendCBOR false. Nothing compiles it at run time.

export const USDT = {
  bytecode: bytecode.TestUsdt as `0x${string}`,
  abi: parseAbi([
    "function mint(address to, uint256 value)",
    "function setParams(uint256 newBasisPoints, uint256 newMaxFee)",
    "function setPaused(bool value)",
    "function setDeprecated(bool value)",
    "function setBlackListed(address who, bool value)",
    "function approve(address spender, uint256 value) returns (bool)",
    "function transfer(address to, uint256 value) returns (bool)",
    "function transferFrom(address from, address to, uint256 value) returns (bool)",
    "function balanceOf(address who) view returns (uint256)",
  ]),
};

export const FAKE = {
  bytecode: bytecode.FakeUsdt as `0x${string}`,
  abi: parseAbi(["function lie(address from, address to, uint256 value)"]),
};

export const BATCHER = {
  bytecode: bytecode.Batcher as `0x${string}`,
  abi: parseAbi([
    "function pay(address token, address[] to, uint256[] values)",
    "function payThenFail(address token, address[] to, uint256[] values)",
  ]),
};
